// Building blocks for the class pages: panels, badges, tables and commands.

/** @import { Child, Props } from "./dom.js" */
import { copyButton, h, messageOf } from "./dom.js";

/** A titled section of a page. @param {string} id @param {string} title @param {...(Child | Child[])} content */
export const panel = (id, title, ...content) =>
  h(
    "section",
    { class: "panel", id, "aria-labelledby": `${id}-title` },
    h("h2", { id: `${id}-title` }, title),
    ...content,
  );

/** A short fact in a coloured frame. @param {"good" | "bad" | "gold" | "plain"} kind @param {string} text @param {string} [title] */
export const badge = (kind, text, title) => h("span", { class: `badge ${kind}`, title }, text);

/**
 * A table cell: its content and attributes.
 * @typedef {{ of: Child | Child[], props?: Props }} Cell
 */

/**
 * A table; the first cell of each row is its header.
 * @param {string} caption @param {(string | Cell)[]} heads @param {(Child | Cell)[][]} rows
 */
export function dataTable(caption, heads, rows) {
  return h(
    "table",
    { class: "data" },
    h("caption", null, caption),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        heads.map((head) => cell("th", { scope: "col" }, head)),
      ),
    ),
    h(
      "tbody",
      null,
      rows.map(([first, ...others]) =>
        h(
          "tr",
          null,
          cell("th", { scope: "row" }, first),
          others.map((each) => cell("td", {}, each)),
        ),
      ),
    ),
  );
}

/** @param {"th" | "td"} tag @param {Props} props @param {Child | Cell} content */
function cell(tag, props, content) {
  const isCell = typeof content === "object" && content !== null && "of" in content;
  return isCell ? h(tag, { ...props, ...content.props }, content.of) : h(tag, props, content);
}

/** A container that scrolls horizontally if its content is too wide. @param {string} title @param {...Child} content */
export const scroller = (title, ...content) =>
  h("div", { class: "scroller", tabindex: "0", role: "region", "aria-label": title }, ...content);

/** A command or call in a box, with a copy button. @param {string} text @param {string} [id] */
export const copyBox = (text, id) => h("div", { class: "copy-box", id }, h("code", null, text), copyButton(text));

/** A button for an action that may fail; the reason is shown in `problem`.
 * @param {string} label @param {() => Promise<unknown>} work @param {HTMLElement} problem @param {string} [kind]
 */
export function action(label, work, problem, kind = "") {
  /** @type {HTMLButtonElement} */
  const button = h(
    "button",
    { type: "button", class: `button ${kind}`, onclick: () => void attempt(button, work, problem) },
    label,
  );
  return button;
}

/** Perform an action that may fail, disabling its button meanwhile, and return whether it succeeded.
 * @param {HTMLButtonElement} button @param {() => Promise<unknown>} work @param {HTMLElement} problem
 */
export async function attempt(button, work, problem) {
  button.disabled = true;
  problem.textContent = "";
  try {
    await work();
    return true;
  } catch (error) {
    problem.textContent = messageOf(error);
    return false;
  } finally {
    button.disabled = false;
  }
}

/** A line for the reason of an error. */
export const problemLine = () => h("p", { class: "problem", role: "alert" });

/** A rank with its 95 % interval, such as "3 (1–7)". @param {{ rank: number, low: number, high: number }} standing */
export const rankText = ({ rank, low, high }) =>
  rank ? (low === high ? String(rank) : `${rank} (${low}–${high})`) : "–";

/** @param {{ mu: number, sigma: number }} standing */
export const ratingText = ({ mu, sigma }) => `${mu.toFixed(1)} ± ${sigma.toFixed(1)}`;
