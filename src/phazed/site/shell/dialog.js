// Dialogs with a title and a close button.

/** @import { Child } from "../components/dom.js" */
import { h } from "../components/dom.js";

/**
 * A dialog that is removed from the page when it is closed.
 * @param {string} title
 * @param {string} name
 * @param {...(Child | Child[])} content
 */
export function makeDialog(title, name, ...content) {
  const close = () => dialog.close();
  const heading = h("h2", { id: `${name}-title` }, title);
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { class: `dialog ${name}`, "aria-labelledby": heading.id },
    h(
      "header",
      { class: "dialog-head" },
      heading,
      h("button", { type: "button", class: "close", "aria-label": "Close", onclick: close }, "✕"),
    ),
    ...content,
  );
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  dialog.addEventListener("close", () => dialog.remove());
  return dialog;
}
