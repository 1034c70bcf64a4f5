// The rules, with drawn examples: as a dialog that opens at a rule's number, and as a page.
//
// The server sends the text; its sections have ids like `section-5`, its rules like `rule-5-4`.

import { closest, h, messageOf, queryAll } from "../components/dom.js";
import { makeDialog } from "../shell/dialog.js";
import { settings } from "../shell/settings.js";

/** @type {Map<string, HTMLElement>} */
const books = new Map(); // with two colours and with four

/** A copy of the rulebook's elements, which are fetched once. */
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
 * Mark the section or rule, if there is one, and scroll to it.
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

/** A link from one rule to another stays inside the dialog. @param {Event} event @param {HTMLElement} root */
function follow(event, root) {
  const link = closest(event.target, "a[href^='#rule-']");
  if (!link) return;
  event.preventDefault();
  show(root, (link.getAttribute("href") ?? "").replace("#rule-", "").replace("-", "."));
}

/** Open the rules in a dialog, at the section ("5") or rule ("5.4") if one is named. @param {string} [section] */
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

/** The page; its address may name a section or a rule. @param {HTMLElement} root */
async function page(root) {
  await mountRules(root);
  const go = () => show(root, location.hash.replace(/^#(section|rule)-/, "").replace("-", "."));
  addEventListener("hashchange", go);
  if (location.hash) go();
}

const place = document.getElementById("rules");
if (place) page(place);
