// The rules, with examples drawn as cards: a dialog that opens at a rule's number from anywhere, and a page of its own.
//
// The server makes the text of our own rulebook; its sections have ids like `section-5`, its rules like `rule-5-4`.

import { h } from "/viewer/dom.js";
import { makeDialog, settings } from "../site/settings.js";

const books = new Map(); // with two colours and with four

/** The rulebook's elements, fetched once; a fresh copy each time, because a node can stand in one place only. */
async function rulebook() {
  const { suits } = settings;
  if (!books.has(suits)) {
    const answer = await fetch(`/api/rules?suits=${suits}`);
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
    books.set(suits, new DOMParser().parseFromString(await answer.text(), "text/html").body);
  }
  return document.importNode(books.get(suits), true);
}

const anchor = (section) => {
  const number = String(section ?? "").replace(/^rule\s*/i, "");
  return number.includes(".") ? `rule-${number.replaceAll(".", "-")}` : `section-${number}`;
};

/** Mark the section or rule and bring it into sight. Without such a one, nothing happens. */
function show(root, section) {
  for (const old of root.querySelectorAll(".marked")) old.classList.remove("marked");
  const found = section && root.querySelector(`#${CSS.escape(anchor(section))}`);
  if (!found) return;
  found.classList.add("marked");
  found.tabIndex = -1;
  found.scrollIntoView({ block: "start" });
  found.focus({ preventScroll: true });
}

/** Fill the element with the table of contents and the text. */
async function mountRules(root) {
  root.classList.add("rulebook");
  root.replaceChildren(h("p", { class: "note" }, "Fetching the rules…"));
  try {
    const text = h("div", { class: "rules-text" }, [...(await rulebook()).childNodes]);
    root.replaceChildren(contents(text, root), text);
  } catch (error) {
    root.replaceChildren(
      h("p", { class: "problem", role: "alert" }, `The rules could not be fetched: ${error.message}.`),
    );
  }
}

function contents(text, root) {
  const items = [...text.querySelectorAll("[id^=section-]")].map((section) => {
    const number = section.id.replace("section-", "");
    const go = (event) => {
      event.preventDefault();
      show(root, number);
      if (location.pathname === "/rules") history.replaceState(null, "", `#${section.id}`);
    };
    return h(
      "li",
      null,
      h("a", { href: `#${section.id}`, onclick: go }, section.querySelector("h2").textContent),
    );
  });
  return h("nav", { class: "rules-contents", "aria-label": "Sections of the rules" }, h("ol", null, items));
}

/** A link from one rule to another stays inside the dialog. */
function follow(event, root) {
  const link = event.target.closest?.("a[href^='#rule-']");
  if (!link) return;
  event.preventDefault();
  show(root, link.hash.replace("#rule-", "").replace("-", "."));
}

/** Open the rules in a dialog, at the section ("5") or rule ("5.4") if one is named. */
export async function openRules(section) {
  document.querySelector("dialog.rules-dialog")?.close();
  const body = h("div", { class: "dialog-body", tabindex: "0", role: "region", "aria-label": "The rules" });
  const dialog = makeDialog("The rules of Phazed", "rules-dialog", body);
  body.addEventListener("click", (event) => follow(event, body));
  // Keys that scroll the rules are none of the table's business.
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  document.body.append(dialog);
  dialog.showModal();
  await mountRules(body);
  show(body, section);
}

/** The page of its own: the address may name a section or a rule. */
async function page(root) {
  await mountRules(root);
  const go = () => show(root, location.hash.replace(/^#(section|rule)-/, "").replace("-", "."));
  addEventListener("hashchange", go);
  if (location.hash) go();
}

const place = document.getElementById("rules");
if (place) page(place);
