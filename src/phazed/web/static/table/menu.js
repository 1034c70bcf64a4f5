// The menu of the table, and the list of its keys.

import { h } from "/viewer/dom.js";
import { makeDialog, openSettings } from "../site/settings.js";
import { startTour } from "./tour.js";

export const KEYS = [
  ["D", "draw from the deck"],
  ["T", "take the top discard"],
  ["← →", "move in the hand (Home, End: first and last card)"],
  ["Enter, Space", "choose the card, or press what is focused"],
  ["Shift + ← →", "move the card within the hand"],
  ["X, Delete", "throw the chosen card"],
  ["A", "go through the groups that take the chosen card; Enter adds it"],
  ["P", "open or close the phase builder"],
  ["U", "undo"],
  ["H", "hint; again for more"],
  ["S", "change the sorting"],
  ["N", "next hand"],
  ["L", "show or hide the log"],
  ["Space", "hurry the others' plays"],
  ["Escape", "close what is open, put the card back"],
  ["?", "this list"],
];

export function openKeys() {
  if (document.querySelector("dialog.keys")) return;
  const drawn = (keys) => keys.split(", ").flatMap((key, at) => [at ? " or " : "", h("kbd", null, key)]);
  const rows = KEYS.map(([keys, what]) => h("div", null, h("dt", null, drawn(keys)), h("dd", null, what)));
  const note =
    "With a screen reader, go to your hand first, so that it passes the keys on. The settings switch the letters off.";
  const dialog = makeDialog("Keys", "keys", h("dl", { class: "key-list" }, rows), h("p", { class: "note" }, note));
  document.body.append(dialog);
  dialog.showModal();
}

/** The list that the menu's button opens and closes. `t` is the table. */
export function makeMenu(button, list, t) {
  const toggle = (open) => {
    naming.hidden = t.game.watching;
    list.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    if (open) list.querySelector("a, button").focus();
  };
  const item = (action, label, act) =>
    h("li", null, h("button", { type: "button", "data-action": action, onclick: () => (close(), act()) }, label));
  const close = () => {
    if (list.hidden) return false;
    const inside = list.contains(document.activeElement);
    toggle(false);
    if (inside) button.focus();
    return true;
  };
  const naming = item("name", "Your name", () => openName(t));
  list.append(
    item("settings", "Settings", () => openSettings()),
    item("keys", "Keys", () => openKeys()),
    item("tour", "Tour of the table", () => startTour()),
    naming,
    h("li", null, h("a", { href: "/", "data-action": "new" }, "New game")),
  );
  button.addEventListener("click", () => toggle(list.hidden));
  list.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    const items = [...list.querySelectorAll("a, button")];
    items[(items.indexOf(document.activeElement) + by + items.length) % items.length].focus();
    event.preventDefault();
    event.stopPropagation();
  });
  const leave = (target) => list.hidden || list.contains(target) || button.contains(target) || toggle(false);
  document.addEventListener("pointerdown", (event) => leave(event.target));
  list.addEventListener("focusout", (event) => event.relatedTarget && leave(event.relatedTarget));
  return { close };
}

function openName(t) {
  const value = t.game.name(t.game.seat);
  const input = h("input", { name: "name", maxlength: "24", autocomplete: "nickname", value });
  const said = h("small", { role: "status" });
  const save = async (event) => {
    event.preventDefault();
    const reason = await t.rename(input.value);
    if (reason) said.textContent = reason;
    else dialog.close();
  };
  const dialog = makeDialog(
    "Your name",
    "naming",
    h(
      "form",
      { class: "name-form", onsubmit: save },
      h("label", { class: "field" }, h("span", null, "How the others see you"), input, said),
      h("button", { type: "submit", class: "button primary" }, "Save"),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  input.select();
}
