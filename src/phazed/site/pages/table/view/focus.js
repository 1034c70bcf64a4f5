// The keyboard focus: when the focused card leaves the hand, a neighbouring card is focused; after a pick-up by
// keyboard, the new card is focused.

/** @import { Table } from "../parts.js" */
import { byId, closest, focused } from "../../../components/dom.js";
import { actionButton } from "./view.js";

export class Focus {
  #t;
  #lastPlace = 0;
  /** Whether the latest input came from the keyboard. */
  byKeys = false;

  /** @param {Table} table */
  constructor(table) {
    this.#t = table;
    addEventListener("keydown", () => this.#setInput(true), true);
    addEventListener("pointerdown", () => this.#setInput(false), true);
    byId("hand").addEventListener("focusin", (event) => {
      const card = closest(event.target, ".held");
      const at = card ? table.hand.row.buttons.indexOf(card) : -1;
      if (at >= 0) this.#lastPlace = at;
    });
  }

  /** @param {boolean} byKeys */
  #setInput(byKeys) {
    this.byKeys = byKeys;
    document.body.dataset.input = byKeys ? "keys" : "pointer";
  }

  /** Return a lost focus to the hand. @param {boolean} [picked]  whether a card has just been picked up */
  keep(picked = false) {
    const { row, held } = this.#t.hand;
    const at = focused();
    const lost = !at || at === document.body || !at.getClientRects().length; // hidden elements may keep it
    if (picked && this.byKeys) {
      const place = row.buttons.findIndex((button) => Number(button.dataset.id) === held.fresh);
      if (place >= 0) row.focus(place);
    } else if (lost && !document.querySelector("dialog[open]") && !row.focus(this.#lastPlace))
      actionButton("log").focus();
  }
}
