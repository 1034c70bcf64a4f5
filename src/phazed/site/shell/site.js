// The header of every page: the settings, and links to results and a class if the server has them.

import { queryAll } from "../components/dom.js";
import { serverOptions } from "./ask.js";
import { openSettings } from "./settings-dialog.js";

for (const button of queryAll(document, "[data-open=settings]")) button.addEventListener("click", () => openSettings());

for (const link of queryAll(document, ".site-header .item"))
  if (link.getAttribute("href") === location.pathname) link.setAttribute("aria-current", "page");

serverOptions()
  .then(({ results, classroom }) => {
    for (const link of queryAll(document, "[data-class]")) link.hidden = !classroom;
    for (const link of queryAll(document, "[data-results]")) link.hidden = !results;
  })
  .catch(() => {}); // pages that need the options report the error
