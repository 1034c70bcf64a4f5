// The groups of a phase that is being put together, with cards from the hand.

/** @import { Phase } from "../../../answers.js" */
/** @import { Card } from "../../../components/types.js" */
/** @import { HeldCards } from "./held-cards.js" */
import { isWild, rank } from "../../../components/cards.js";

const NATURALS = 12; // number of values from two to king, after which a run continues with two

export class PhaseGroups {
  #held;
  #phases;
  /** The numbers of the cards in each group. @type {number[][]} */
  #groups = [];
  /** @type {number | null} */
  phase = null;
  /** The group that is being filled. */
  current = 0;

  /** @param {() => HeldCards} held  the cards in the hand @param {() => Phase[]} phases */
  constructor(held, phases) {
    this.#held = held;
    this.#phases = phases;
  }

  get count() {
    return this.#groups.length;
  }
  get isEmpty() {
    return this.#groups.every((group) => !group.length);
  }
  get isFilled() {
    return this.#groups.every((group) => group.length);
  }
  /** The cards of each group. */
  get all() {
    return this.#groups.map((_, at) => this.cards(at));
  }

  /** The group that contains the card, or null. @param {number} id */
  groupOf(id) {
    const at = this.#groups.findIndex((group) => group.includes(id));
    return at < 0 ? null : at;
  }
  /** @param {number} at */
  ids(at) {
    return this.#groups[at];
  }
  /** @param {number} at @returns {Card[]} */
  cards(at) {
    return this.#groups[at].flatMap((id) => this.#held().find(id)?.card ?? []);
  }
  /** The kind of a group. @param {number} at */
  kind(at) {
    return this.#phases()[(this.phase ?? 1) - 1].groups[at];
  }

  /** Start with empty groups for a phase or, if it is null, without groups. @param {number | null} phase */
  reset(phase) {
    this.phase = phase;
    this.#groups = phase === null ? [] : this.#phases()[phase - 1].groups.map(() => []);
    this.current = 0;
  }

  clear() {
    this.reset(this.phase);
  }

  /** Fill the groups with the cards of a complete way. @param {Card[][]} way */
  fill(way) {
    const free = [...this.#held().items];
    this.#groups = way.map((cards) =>
      cards.flatMap((card) => {
        const at = free.findIndex((item) => item.card === card);
        return at < 0 ? [] : [free.splice(at, 1)[0].id];
      }),
    );
    this.current = 0;
  }

  /** Remove the cards that are no longer held. */
  tidy() {
    this.#groups = this.#groups.map((group) => group.filter((id) => this.#held().find(id)));
  }

  /**
   * Put a card into a group, before the card at `index`; if the group is null, take it out.
   * @param {number} id
   * @param {Card} card
   * @param {number | null} group
   * @param {number | null} index
   */
  put(id, card, group, index) {
    const before = this.groupOf(id);
    const from = before === null ? -1 : this.#groups[before].indexOf(id);
    if (before !== null) this.#groups[before].splice(from, 1);
    if (group === null) return;
    let at = index ?? this.#fitting(card, group);
    if (index !== null && before === group && from < at) at -= 1;
    this.#groups[group].splice(Math.min(at, this.#groups[group].length), 0, id);
    this.current = group;
  }

  /** Move the card within its group; return false if it is already at the end. @param {number} id @param {number} by */
  move(id, by) {
    const group = this.#groups[this.groupOf(id) ?? -1] ?? [];
    const at = group.indexOf(id);
    if (at < 0 || at + by < 0 || at + by >= group.length) return false;
    group.splice(at, 1);
    group.splice(at + by, 0, id);
    return true;
  }

  /**
   * The natural index for a card in a group: in ascending order in a run, otherwise at the end.
   * @param {Card} card
   * @param {number} group
   */
  #fitting(card, group) {
    const cards = this.cards(group);
    if (this.kind(group).noun !== "run" || isWild(card)) return cards.length;
    const last = cards.at(-1);
    if (last && !isWild(last) && rank(card) === (rank(last) + 1) % NATURALS) return cards.length;
    const above = cards.findIndex((other) => !isWild(other) && rank(other) > rank(card));
    return above < 0 ? cards.length : above;
  }
}
