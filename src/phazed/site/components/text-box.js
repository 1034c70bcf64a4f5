// Boxes for long texts, each with a title and a copy button.

import { copyButton, h } from "./dom.js";

/** A box for each text that is not empty. @param {Record<string, string | null | undefined>} texts  by title */
export function textBoxes(texts) {
  return Object.entries(texts).flatMap(([title, text]) =>
    text
      ? [
          h(
            "div",
            { class: "box" },
            h("div", { class: "box-head" }, h("h3", null, title), copyButton(text)),
            h("pre", { tabindex: "0" }, text),
          ),
        ]
      : [],
  );
}
