// Notices, such as reminders and changes at the table, which are shown for a while or until they are closed.

import { byId, h } from "../../../components/dom.js";

const SHOWN_TIME = 12_000;
const MAX_SHOWN = 3;

/** Show a notice. @param {...(Node | string)} words */
export function notice(...words) {
  const box = byId("notices");
  /** @type {HTMLDivElement} */
  const item = h(
    "div",
    null,
    h("span", null, ...words),
    h("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => item.remove() }, "✕"),
  );
  box.append(item);
  while (box.children.length > MAX_SHOWN) box.firstElementChild?.remove();
  const expire = () => {
    if (item.matches(":hover, :focus-within")) setTimeout(expire, SHOWN_TIME);
    else item.remove();
  };
  setTimeout(expire, SHOWN_TIME);
}
