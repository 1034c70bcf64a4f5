// Data kept across a reload of this tab: how much of the hand was shown, and the player's own order of the cards.

/** @import { Card } from "../../components/types.js" */
/** @import { Table } from "./parts.js" */

/** @typedef {{ hand: number, shown: number, order: Card[], own: boolean, ordered: boolean }} Visit */

export class TabMemory {
  #key;
  /** @type {Partial<Visit>} */
  visit;

  /** @param {string} id */
  constructor(id) {
    this.#key = `phazed-table-${id}`;
    this.visit = this.#read();
  }

  /** The number of steps of the hand shown before the reload; null if it was another hand. @param {number} hand */
  shownOf(hand) {
    return this.visit.hand === hand ? (this.visit.shown ?? null) : null;
  }

  #read() {
    try {
      return JSON.parse(sessionStorage.getItem(this.#key) ?? "null") ?? {};
    } catch {
      return {};
    }
  }

  /** @param {Table} table */
  save({ game, hand }) {
    if (!game.hand) return;
    const { items, own, ordered } = hand.held;
    const order = items.map((item) => item.card);
    try {
      sessionStorage.setItem(
        this.#key,
        JSON.stringify({ hand: game.hand.number, shown: game.shown, order, own, ordered }),
      );
    } catch {
      // without storage, a reload shows the hand as far as it has been played
    }
  }
}
