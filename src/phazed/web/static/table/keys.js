// What the keys do at the table.

import { closeBubble } from "./bubbles.js";
import { openKeys } from "./menu.js";
import { settings } from "../site/settings.js";

/** Listen to the keys. `t` is the table. */
export function listenToKeys(t) {
  const press = {
    d: () => t.clickPile("deck", pile("deck")),
    t: () => take(t),
    p: () => (t.builder.isOpen ? t.builder.close() : t.builder.open()),
    x: () => throwIt(t),
    delete: () => throwIt(t),
    a: () => nextTarget(t),
    u: () => t.undo(),
    h: () => t.hints.press(),
    n: () => t.game.ended && t.endings.next(),
    s: () => t.changeSorting(),
    l: () => t.toggleLog(),
    "?": () => openKeys(),
    escape: () => escape(t),
  };

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !t.game.table) return;
    if (event.target.closest?.("input, select, textarea, [contenteditable]")) return;
    const key = event.key.toLowerCase();
    const modal = document.querySelector("dialog[open]");
    if (modal && !(key === "n" && modal.classList.contains("ending-dialog"))) return;
    if (key === " " && !event.target.closest?.(".bar, .actions, .builder, .bubble, .log-panel") && t.hurry()) {
      event.preventDefault();
      return;
    }
    if (key.length === 1 && !settings.letters) return; // who speaks to their computer may type by mistake
    if (!press[key] || (t.game.watching && "dtpxauhs".includes(key))) return;
    if (!t.game.state && key !== "?" && key !== "escape" && key !== "l") return;
    event.preventDefault();
    press[key]();
  });
}

const pile = (name) => document.querySelector(`[data-pile="${name}"]`);

function take(t) {
  const top = t.game.state.pile.at(-1);
  if (top) t.play(`take ${top}`, pile("discard"));
  else t.say("There is no discard to take.", pile("discard"), "4.5");
}

function throwIt(t) {
  if (t.selected === null) t.say("Choose a card first: Enter chooses the one that is focused.", pile("discard"));
  else t.throwCard(pile("discard"));
}

/** Go to the next place that takes the chosen card. */
function nextTarget(t) {
  const hand = document.getElementById("hand");
  if (!t.active) {
    t.say("Choose a card first: Enter chooses the one that is focused.", hand);
    return;
  }
  const lit = [...document.querySelectorAll(".target.lit")];
  if (!lit.length) {
    t.say(`No group takes ${t.active} now.`, hand);
    return;
  }
  lit[(lit.indexOf(document.activeElement) + 1) % lit.length].focus();
}

/** Close the topmost of what is open; last of all, put the chosen card back. */
function escape(t) {
  if (t.menu.close() || closeBubble() || t.hints.close(true) || t.builder.close()) return;
  const number = t.selected;
  if (number !== null) {
    const back = !document.activeElement?.closest?.(".held");
    t.select(null);
    if (back) t.row.button(number)?.focus();
  } else if (!matchMedia("(min-width: 1100px)").matches) t.toggleLog(false);
}
