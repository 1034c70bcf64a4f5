// The dialog that lists the keyboard shortcuts at the table.

import { h } from "../../../components/dom.js";
import { makeDialog } from "../../../shell/dialog.js";

const KEYS = [
  ["D", "draw from the deck"],
  ["T", "take the top discard"],
  ["← →", "move along your hand (Home, End: first and last card)"],
  ["Enter, Space", "choose the focused card, or press the focused button"],
  ["Shift + ← →", "move the card within your hand"],
  ["X, Delete", "discard the chosen card"],
  ["A", "go through the groups to which the chosen card can be added; Enter adds it"],
  ["P", "open or close the phase builder"],
  ["U", "undo"],
  ["H", "get a hint; press again for more"],
  ["S", "change how your hand is sorted"],
  ["N", "next hand"],
  ["L", "show or hide the log"],
  ["Space", "skip the animation of other players' plays"],
  ["Escape", "close what is open, or deselect the card"],
  ["?", "this list"],
];

export function openKeys() {
  if (document.querySelector("dialog.keys")) return;
  const drawn = (/** @type {string} */ keys) =>
    keys.split(", ").flatMap((key, at) => [at ? " or " : "", h("kbd", null, key)]);
  const rows = KEYS.map(([keys, what]) => h("div", null, h("dt", null, drawn(keys)), h("dd", null, what)));
  const note =
    "With a screen reader, move to your hand first, so that the keys reach the page. " +
    "You can turn off the letter keys in the settings.";
  const dialog = makeDialog("Keys", "keys", h("dl", { class: "key-list" }, rows), h("p", { class: "note" }, note));
  document.body.append(dialog);
  dialog.showModal();
}
