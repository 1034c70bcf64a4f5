// The rules with illustrated examples, as a page and as a dialog that can be opened at a given rule.
//
// The server sends the text. Its sections have ids such as `section-5`, and its rules have ids such as `rule-5-4`.

import { closest, h, messageOf, queryAll } from "../components/dom.js";
import { makeDialog } from "../shell/dialog.js";
import { settings } from "../shell/settings.js";

/** @type {Map<string, HTMLElement>} */
const books = new Map(); // by the setting for suits

/** A copy of the rulebook's elements, which are fetched only once. */
async function rulebook() {
  const { suits } = settings;
  const book = books.get(suits) ?? (await fetchRulebook(suits));
  books.set(suits, book);
  return document.importNode(book, true);
}

/** @param {string} suits */
async function fetchRulebook(suits) {
  const answer = await fetch(`/api/rules?suits=${suits}`);
  if (!answer.ok) throw new Error(`the server answered with error ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), "text/html").body;
}

/** @param {string | undefined} section */
const anchor = (section) => {
  const number = String(section ?? "").replace(/^rule\s*/i, "");
  return number.includes(".") ? `rule-${number.replaceAll(".", "-")}` : `section-${number}`;
};

/**
 * Mark the section or rule, if given, and scroll to it.
 * @param {HTMLElement} root @param {string | undefined} section
 */
function show(root, section) {
  for (const old of root.querySelectorAll(".marked")) old.classList.remove("marked");
  const found = section ? queryAll(root, `#${CSS.escape(anchor(section))}`).at(0) : undefined;
  if (!found) return;
  found.classList.add("marked");
  found.tabIndex = -1;
  found.scrollIntoView({ block: "start" });
  found.focus({ preventScroll: true });
}

/** Fill the element with the table of contents and the text. @param {HTMLElement} root */
async function mountRules(root) {
  root.classList.add("rulebook");
  root.replaceChildren(h("p", { class: "note" }, "Loading the rules…"));
  try {
    const text = h("div", { class: "rules-text" }, [...(await rulebook()).childNodes]);
    root.replaceChildren(contents(text, root), text);
  } catch (error) {
    root.replaceChildren(
      h("p", { class: "problem", role: "alert" }, `The rules could not be loaded: ${messageOf(error)}.`),
    );
  }
}

/** @param {HTMLElement} text @param {HTMLElement} root */
function contents(text, root) {
  const items = queryAll(text, "[id^=section-]").map((section) => {
    const number = section.id.replace("section-", "");
    const go = (/** @type {Event} */ event) => {
      event.preventDefault();
      show(root, number);
      if (location.pathname === "/rules") history.replaceState(null, "", `#${section.id}`);
    };
    return h("li", null, h("a", { href: `#${section.id}`, onclick: go }, section.querySelector("h2")?.textContent));
  });
  return h("nav", { class: "rules-contents", "aria-label": "Sections of the rules" }, h("ol", null, items));
}

/** Follow a link between rules inside the dialog. @param {Event} event @param {HTMLElement} root */
function follow(event, root) {
  const link = closest(event.target, "a[href^='#rule-']");
  if (!link) return;
  event.preventDefault();
  show(root, (link.getAttribute("href") ?? "").replace("#rule-", "").replace("-", "."));
}

/** Open the rules in a dialog, at a section ("5") or rule ("5.4") if given. @param {string} [section] */
export async function openRules(section) {
  for (const old of document.querySelectorAll("dialog")) if (old.matches(".rules-dialog")) old.close();
  const body = h("div", { class: "dialog-body", tabindex: "0", role: "region", "aria-label": "The rules" });
  const dialog = makeDialog("The rules of Phazed", "rules-dialog", body);
  body.addEventListener("click", (event) => follow(event, body));
  // Keys that scroll the rules must not reach the table.
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  document.body.append(dialog);
  dialog.showModal();
  await mountRules(body);
  show(body, section);
}

/** Show the rules as a page, whose address may contain a section or rule. @param {HTMLElement} root */
async function page(root) {
  await mountRules(root);
  const go = () => show(root, location.hash.replace(/^#(section|rule)-/, "").replace("-", "."));
  addEventListener("hashchange", go);
  if (location.hash) go();
}

const place = document.getElementById("rules");
if (place) page(place);
