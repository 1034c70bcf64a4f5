// Keyboard shortcuts at the table.

/** @import { Table } from "../parts.js" */
import { byId, closest, focused, query, queryAll } from "../../../components/dom.js";
import { settings } from "../../../shell/settings.js";
import { bubble, closeBubble } from "../view/bubbles.js";
import { openKeys } from "./key-list.js";
import { theCard } from "../view/text.js";

const CHOOSE_FIRST = "Choose a card first: Enter chooses the focused one.";
const PLAYER_KEYS = "dtpxauhs"; // not available to spectators

/** @param {Table} t */
export function listenToKeys(t) {
  /** @type {Record<string, () => unknown>} */
  const actions = {
    d: () => t.plays.clickPile("deck", pile("deck")),
    t: () => t.plays.take(pile("discard")),
    p: () => t.builder.toggleOpen(),
    x: () => discard(t),
    delete: () => discard(t),
    a: () => focusNextTarget(t),
    u: () => t.plays.undo(),
    h: () => (t.game.known.settings.hints ? t.hints.press() : bubble("Hints are off at this table.", byId("hand"))),
    n: () => t.game.ended && t.endDialog.next(),
    s: () => t.hand.changeSorting(),
    l: () => t.log.toggle(),
    "?": () => openKeys(),
    escape: () => closeTopmost(t),
  };

  document.addEventListener("keydown", (event) => {
    const { game, flow } = t;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !game.table) return;
    if (closest(event.target, "input, select, textarea, [contenteditable]")) return;
    const key = event.key.toLowerCase();
    const modal = document.querySelector("dialog[open]");
    if (modal && !(key === "n" && modal.classList.contains("end-dialog"))) return;
    if (key === " " && !closest(event.target, ".bar, .actions, .builder, .bubble, .log-panel") && flow.hurry()) {
      event.preventDefault();
      return;
    }
    if (key.length === 1 && !settings.letters) return; // speech input may type letters by mistake
    if (!actions[key] || (game.watching && PLAYER_KEYS.includes(key))) return;
    if (!game.state && key !== "?" && key !== "escape" && key !== "l") return;
    event.preventDefault();
    actions[key]();
  });
}

/** @param {string} name */
const pile = (name) => query(document, `[data-pile="${name}"]`);

/** @param {Table} t */
function discard(t) {
  if (t.hand.selected === null) bubble(CHOOSE_FIRST, pile("discard"));
  else t.plays.discard(pile("discard"));
}

/** Focus the next place where the selected card can be played. @param {Table} t */
function focusNextTarget(t) {
  const card = t.hand.active;
  const targets = queryAll(document, ".target.lit");
  if (!card) bubble(CHOOSE_FIRST, byId("hand"));
  else if (!targets.length) bubble(`You cannot add ${theCard(card)} to any group now.`, byId("hand"));
  else targets[(targets.indexOf(focused() ?? document.body) + 1) % targets.length].focus();
}

/** Close the topmost open element; if nothing is open, deselect the card. @param {Table} t */
function closeTopmost(t) {
  if (t.menu.close() || t.reactions.close() || closeBubble() || t.hints.close(true) || t.builder.close()) return;
  const { selected } = t.hand;
  if (selected === null) {
    t.log.closeDrawer();
    return;
  }
  const outside = !closest(document.activeElement, ".held");
  t.hand.select(null);
  if (outside) t.hand.row.button(selected)?.focus();
}
