// What the header does on every page: the settings, and the link to the results where the server has some.

import { ask } from "./ask.js";
import { openSettings } from "./settings.js";

for (const button of document.querySelectorAll("[data-open=settings]"))
  button.addEventListener("click", () => openSettings());

for (const link of document.querySelectorAll(".site-header .item"))
  if (link.pathname === location.pathname) link.setAttribute("aria-current", "page");

/** What the server can do; asked once. A promise that fails with a sentence when nobody answers. */
export const options = ask("/api/options");

options
  .then(({ results }) => {
    for (const link of document.querySelectorAll("[data-results]")) link.hidden = !results;
  })
  .catch(() => {}); // whoever needs the options says so; a header without a link is no misfortune
