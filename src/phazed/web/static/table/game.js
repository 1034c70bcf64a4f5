// What this browser knows of the game: the server's table, and how much of the hand has been shown.
//
// Bots play at once; people want to follow. So all steps that the server told are kept, of which the first `shown` have
// been shown, and `state` is the state after those.

import { worth } from "/viewer/cards.js";
import { apply, dealt } from "/viewer/moments.js";

const SEATS = 4;

export class Game {
  table = null;
  shown = 0;
  state = null;
  last = null; // the step that was shown last
  #resume;

  /** `resume(hand)` gives how many steps of that hand an earlier visit of the page had shown, or null. */
  constructor(resume = () => null) {
    this.#resume = resume;
  }

  get seat() {
    return this.table?.seat ?? null;
  }
  get hand() {
    return this.table?.hand ?? null;
  }
  get watching() {
    return this.seat === null;
  }
  /** Who sits at the bottom of the screen. */
  get bottom() {
    return this.seat ?? 0;
  }
  /** Whether there are steps that have not been shown. */
  get waiting() {
    return Boolean(this.hand) && this.shown < this.hand.steps.length;
  }
  get upcoming() {
    return this.waiting ? this.hand.steps[this.shown] : null;
  }
  /** The turn as the server has it; null while there is something to be shown, and when the hand is over. */
  get turn() {
    return this.waiting ? null : (this.table?.turn ?? null);
  }
  get mine() {
    return this.turn !== null && this.turn.seat === this.seat;
  }
  /** Whose turn it is on the screen. */
  get active() {
    return this.upcoming?.[0] ?? this.turn?.seat ?? null;
  }
  get ended() {
    return Boolean(this.hand?.end) && !this.waiting;
  }
  get cards() {
    return this.state && this.seat !== null ? this.state.hands[this.seat] : [];
  }
  get scores() {
    return this.ended ? this.hand.end.scores : this.state.scores;
  }
  /** The seats in the order of play, beginning with whoever comes after the bottom one. */
  get others() {
    return [1, 2, 3].map((by) => (this.bottom + by) % SEATS);
  }
  /** The phases that one's own seat may still lay in this game. */
  get due() {
    const { phases, any_order: anyOrder } = this.table;
    const done = this.state.done[this.bottom];
    const open = phases.map((_, at) => at + 1).filter((phase) => !done.includes(phase));
    return anyOrder ? open : open.slice(0, 1);
  }
  /** The phase that lies before one's own seat in this hand, or null. */
  get laid() {
    return this.state.table[this.bottom].phase;
  }

  name(seat) {
    return this.table.names[seat];
  }

  /** The server's whole table. */
  load(message) {
    const before = this.hand;
    this.table = message;
    this.last = null;
    if (!message.hand) {
      this.state = null;
      this.shown = 0;
      return;
    }
    const { number, steps } = message.hand;
    if (before?.number === number) this.shown = Math.min(this.shown, steps.length);
    else if (before) this.shown = 0;
    else this.shown = this.#firstSight(number, steps);
    this.state = this.#after(this.shown);
  }

  /** Where to begin on a fresh page: where the last visit was, or before the others' plays that nobody has seen yet. */
  #firstSight(number, steps) {
    const seen = this.#resume(number);
    if (seen !== null) return Math.min(seen, steps.length);
    const played = this.seat === null || steps.some(([seat]) => seat === this.seat);
    return played ? steps.length : 0;
  }

  /** More steps, or fewer after an undo. False if they do not go on from what we know. */
  extend(message) {
    const { hand } = this;
    if (!hand || message.hand !== hand.number || message.at > hand.steps.length) return false;
    hand.steps = [...hand.steps.slice(0, message.at), ...message.steps];
    if (message.at < this.shown) {
      this.shown = message.at;
      this.state = this.#after(message.at);
      this.last = null;
    }
    this.table.turn = message.turn;
    if (message.end) {
      hand.end = message.end;
      this.table.sheet = message.sheet;
      this.table.over = message.over;
      this.table.ready = [];
    }
    return true;
  }

  /** Show one step more. */
  advance() {
    const step = this.upcoming;
    this.state = apply(this.state, step);
    this.shown += 1;
    this.last = step;
    return step;
  }

  #after(count) {
    return this.hand.steps.slice(0, count).reduce(apply, dealt(this.hand));
  }

  // ------------------------------------------------------------------------------------------ what may be played

  /** Where the card may go: `{ adds: [[owner, group, index]…], discard, skips: [seats] }`. */
  targets(card) {
    const none = { adds: [], discard: false, skips: [] };
    if (!this.mine || !card || this.turn.stage !== "during") return none;
    return {
      adds: (this.turn.adds ?? []).filter((add) => add[0] === card).map((add) => add.slice(1)),
      discard: (this.turn.discards ?? []).includes(card),
      skips: card === "ZZ" ? (this.turn.skips ?? []) : [],
    };
  }

  /** The kind of a group on the table: `{ noun, one_colour }`. */
  kind(owner, group) {
    return this.table.phases[this.state.table[owner].phase - 1].groups[group];
  }

  /** The places where a card can be put to a group: both ends of a run, else simply the group. */
  places(owner, group) {
    const { length } = this.state.table[owner].groups[group];
    return this.kind(owner, group).noun === "run" ? [0, length] : [length];
  }
}

/** The total of a group, if it is an accumulation; null otherwise. */
export function totalOf(noun, cards) {
  return noun === "total" ? cards.reduce((sum, card) => sum + worth(card), 0) : null;
}

/** The kind of a group for people; of two equal ones which of them. */
export function groupName(table, phase, number) {
  const nouns = table.phases[phase - 1].groups.map(({ noun, one_colour: one }) => {
    const word = { total: "accumulation", "suit set": "suit" }[noun] ?? noun;
    return one ? `one-colour ${word}` : word;
  });
  const twice = nouns.filter((noun) => noun === nouns[number]).length > 1;
  return twice ? `${["first", "second"][number]} ${nouns[number]}` : nouns[number];
}
