// The cards that the player holds, and the ways to sort them.

/** @import { Phase } from "../../../answers.js" */
/** @import { Card } from "../../../components/types.js" */
/** @import { Visit } from "../tab-memory.js" */
import { bySuit, byValue, isRed, isWild, rank, suit } from "../../../components/cards.js";
import { isAccumulation } from "../../../components/narration.js";

/** @typedef {{ id: number, card: Card }} Item  A card with a unique number, since there are two of every card. */
/** @typedef {"value" | "suit" | "phase" | "own"} Sorting */

/** The labels of the sorting orders. @type {Record<string, string>} */
export const SORTINGS = { value: "Value", suit: "Suit", phase: "Phase", own: "Own" };

/** @param {number[]} one @param {number[]} other */
function compare(one, other) {
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return one[at] - other[at];
  return 0;
}

/** A function that returns the number of cards that are like a given one. @param {Card[]} cards @param {(card: Card) => string} like */
function alike(cards, like) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const card of cards) counts.set(like(card), (counts.get(like(card)) ?? 0) + 1);
  return (/** @type {Card} */ card) => counts.get(like(card)) ?? 0;
}

/**
 * A sorting key that puts cards next to each other that belong together in the phase.
 * @param {Phase} phase @param {Card[]} cards @returns {(card: Card) => number[]}
 */
function forPhase(phase, cards) {
  const [kind] = phase.groups;
  const { noun, one_colour: oneColour } = kind;
  if (noun === "suit set") {
    const count = alike(
      cards.filter((card) => !isWild(card)),
      (card) => card[1],
    );
    return (card) => (isWild(card) ? [0, 0, rank(card), suit(card)] : [1, -count(card), suit(card), rank(card)]);
  }
  if (noun === "set") {
    const count = alike(cards, (card) => card[0]);
    return (card) => (isWild(card) ? [0, 0, rank(card), suit(card)] : [1, -count(card), rank(card), suit(card)]);
  }
  if (isAccumulation(kind)) {
    return (card) => [oneColour && isRed(card) ? 1 : 0, card[0] === "A" ? 1 : 0, -rank(card), suit(card)];
  }
  /** @param {Card} card */
  const block = (card) => (isWild(card) ? 2 : oneColour && isRed(card) ? 1 : 0);
  return (card) => [block(card), rank(card), suit(card)];
}

let latestId = 0; // shared by all hands, so that numbers are unique

/** The cards in the player's own order, from which they are sorted for display. */
export class HeldCards {
  /** @type {Item[]} */
  items = [];
  /** The number of the card picked up last. @type {number | null} */
  fresh = null;
  /** The number of the card being played, which distinguishes two equal cards. @type {number | null} */
  leaving = null;
  ordered = false; // whether the player has reordered the cards
  own = false; // whether the cards are shown in the player's own order
  /** The cards that were played, with their former indices. @type {{ item: Item, place: number }[]} */
  #gone = [];

  /**
   * Update the cards: new cards are added at the end, and cards that were taken back return to their old positions.
   * @param {Card[]} cards @param {boolean} [undone]
   */
  update(cards, undone = false) {
    const left = [...cards];
    /** @type {number[]} */
    const kept = [];
    const inOrder = [...this.items].sort(
      (one, other) => Number(one.id === this.leaving) - Number(other.id === this.leaving),
    );
    for (const item of inOrder) {
      const at = left.indexOf(item.card);
      if (at < 0) continue;
      left.splice(at, 1);
      kept.push(item.id);
    }
    this.items.forEach((item, place) => {
      if (!kept.includes(item.id)) this.#gone.push({ item, place });
    });
    this.items = this.items.filter((item) => kept.includes(item.id));
    for (const { item, place } of undone ? this.#returning(left) : []) this.items.splice(place, 0, item);
    for (const card of left) {
      latestId += 1;
      this.items.push({ id: latestId, card });
      this.fresh = latestId;
    }
    if (left.length !== 1) this.fresh = null;
    this.leaving = null;
  }

  /**
   * Remove the last-played cards from the list and return them in the order of their former indices.
   * @param {Card[]} cards
   */
  #returning(cards) {
    /** @type {{ item: Item, place: number }[]} */
    const back = [];
    for (const card of [...cards]) {
      const at = this.#gone.findLastIndex(({ item }) => item.card === card);
      if (at < 0) continue;
      back.push(...this.#gone.splice(at, 1));
      cards.splice(cards.indexOf(card), 1);
    }
    return back.sort((one, other) => one.place - other.place);
  }

  /** @param {number} id */
  find(id) {
    return this.items.find((item) => item.id === id) ?? null;
  }

  /** The cards in display order. @param {string} sorting @param {Phase | null} phase */
  sorted(sorting, phase) {
    if (sorting === "own") return this.items;
    const cards = this.items.map((item) => item.card);
    const plain = sorting === "suit" ? bySuit : byValue;
    const key = sorting === "phase" && phase ? forPhase(phase, cards) : (/** @type {Card} */ card) => [plain(card)];
    return [...this.items].sort((one, other) => compare(key(one.card), key(other.card)));
  }

  /** Put the cards into the order of these numbers, which becomes the player's own order. @param {number[]} ids */
  reorder(ids) {
    this.own = this.ordered = true;
    this.items.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  }

  /** Restore the order of the cards before a reload. @param {Partial<Visit>} visit */
  arrange({ order = [], own = false, ordered = false }) {
    Object.assign(this, { own, ordered });
    const left = [...this.items];
    const first = order.flatMap((code) => {
      const at = left.findIndex((item) => item.card === code);
      return at < 0 ? [] : left.splice(at, 1);
    });
    this.items = [...first, ...left];
  }
}
