// The browser's copy of the game: the table sent by the server, and how much of the hand has been shown.
//
// Bots play immediately, but people want to follow the game. Therefore all steps from the server are kept; the first
// `shown` steps have been shown, and `state` is the state after them.

/** @import { Seating, Step, StepsMessage, TableMessage } from "../../answers.js" */
/** @import { Play } from "../../components/plays.js" */
/** @import { Card, State } from "../../components/types.js" */
import { JOKER } from "../../components/cards.js";
import { apply, dealt, SEATS } from "../../components/game-state.js";
import { DISCARD, LAY_OFF, LAY_PHASE, laidIn, SKIP, TAKE } from "../../components/plays.js";
import { deadlines, NO_DEADLINES } from "./view/countdown.js";

/** @typedef {{ adds: number[][], discard: boolean, skips: number[] }} Targets  The places where a card can be played. */

export class Game {
  /** @type {TableMessage | null} */
  table = null;
  /** @type {State | null} */
  state = null;
  shown = 0;
  /** The last step shown. @type {Step | null} */
  last = null;
  /**
   * The next game between the same players; `by` is the name of the person who requested it, if known.
   * @type {{ address: string, by: string | null } | null}
   */
  rematch = null;
  /** The server's deadlines on this computer's clock. */
  deadlines = NO_DEADLINES;
  #resume;

  /** @param {(hand: number) => number | null} resume  returns the number of steps of a hand shown before a reload */
  constructor(resume) {
    this.#resume = resume;
  }

  /** The server's table, after its first message. */
  get known() {
    if (!this.table) throw new Error("the table has not been received yet");
    return this.table;
  }
  /** The state of the hand, after the first deal. */
  get current() {
    if (!this.state) throw new Error("no hand has been dealt yet");
    return this.state;
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
  /** Whether a bot plays for this player. */
  get replaced() {
    return this.seat !== null && this.known.seats[this.seat].stand_in !== null;
  }
  /** Whether this player has resigned. */
  get resigned() {
    return this.seat !== null && this.known.seats[this.seat].resigned;
  }
  /** The seat at the bottom of the screen. */
  get bottom() {
    return this.seat ?? 0;
  }
  /** Whether there are steps that have not been shown. */
  get waiting() {
    return this.hand !== null && this.shown < this.hand.steps.length;
  }
  /** The next step to show. */
  get upcoming() {
    return this.hand?.steps[this.shown] ?? null;
  }
  /** The turn on the server; null while there are steps to show, and when the hand is over. */
  get turn() {
    return this.waiting ? null : (this.table?.turn ?? null);
  }
  get mine() {
    return this.turn !== null && this.turn.seat === this.seat && !this.replaced;
  }
  /** Whether it is the player's turn, before or after the pick-up. @param {"before" | "during"} stage */
  isMine(stage) {
    return this.mine && this.turn?.stage === stage;
  }
  /** The seat whose turn is shown. */
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
    return (this.ended && this.hand?.end?.scores) || this.current.scores;
  }
  /** The other seats in the order of play, starting after the bottom one. */
  get others() {
    return [1, 2, 3].map((by) => (this.bottom + by) % SEATS);
  }
  /** The phases that the player may lay next. */
  get due() {
    const done = this.current.done[this.bottom];
    const open = this.known.phases.map((_, at) => at + 1).filter((phase) => !done.includes(phase));
    return this.known.any_order ? open : open.slice(0, 1);
  }
  /** The phase that the player has laid in this hand, or null. */
  get laid() {
    return this.current.table[this.bottom].phase;
  }

  /** @param {number} seat */
  name(seat) {
    return this.known.names[seat];
  }

  /** Load the whole table from the server. @param {TableMessage} message */
  load(message) {
    const before = this.hand;
    this.table = message;
    this.deadlines = deadlines(message.times);
    this.last = null;
    if (!message.hand) {
      this.state = null;
      this.shown = 0;
      return;
    }
    const { number, steps } = message.hand;
    if (before?.number === number) this.shown = Math.min(this.shown, steps.length);
    else this.shown = before ? 0 : this.#firstShown(number, steps);
    this.state = this.#after(this.shown);
  }

  /** Update the people at the table and its settings. @param {Seating} seating */
  seatPeople({ names, seats, ready, gives, spectators, settings, times }) {
    Object.assign(this.known, { names, seats, ready, gives, spectators, settings });
    this.deadlines = deadlines(times);
  }

  /**
   * The number of steps shown at first: as many as before a reload or, if the player has not played yet, none.
   * @param {number} number
   * @param {Step[]} steps
   */
  #firstShown(number, steps) {
    const seen = this.#resume(number);
    if (seen !== null) return Math.min(seen, steps.length);
    const played = this.seat === null || steps.some(([seat]) => seat === this.seat);
    return played ? steps.length : 0;
  }

  /**
   * Add new steps, or remove steps after an undo; return false if they do not fit the known ones.
   * @param {StepsMessage} message
   */
  extend(message) {
    const { hand } = this;
    if (!hand || message.hand !== hand.number || message.at > hand.steps.length) return false;
    hand.steps = [...hand.steps.slice(0, message.at), ...message.steps];
    if (message.at < this.shown) {
      this.shown = message.at;
      this.state = this.#after(message.at);
      this.last = null;
    }
    this.known.turn = message.turn;
    if (message.times) this.deadlines = deadlines(message.times);
    if (message.end) {
      hand.end = message.end;
      this.known.sheet = message.sheet ?? [];
      this.known.over = message.over ?? null;
      this.known.ready = [];
    }
    return true;
  }

  /** Show one more step. */
  advance() {
    const step = this.upcoming;
    if (!step) return;
    this.state = apply(this.current, step);
    this.shown += 1;
    this.last = step;
  }

  /** The state after the first `count` steps. @param {number} count */
  #after(count) {
    if (!this.hand) return null;
    return this.hand.steps.slice(0, count).reduce(apply, dealt(this.hand));
  }

  // ------------------------------------------------------------------------------------------ legal plays

  /** The contents of the legal plays of a kind. @param {number} kind @returns {any[]} */
  #plays(kind) {
    const plays = /** @type {Play[]} */ (this.turn?.plays ?? []);
    return plays.flatMap(([each, content]) => (each === kind ? [content] : []));
  }

  get canTake() {
    return this.#plays(TAKE).length > 0;
  }
  get canAdd() {
    return this.#plays(LAY_OFF).length > 0;
  }
  /** The complete ways to lay a phase that the server has found in the hand, best first. */
  get ways() {
    return this.#plays(LAY_PHASE).map((content) => laidIn(content, this.due[0]));
  }
  /** The best phase that can be laid, or null. */
  get ready() {
    return this.ways[0]?.phase ?? null;
  }

  /** The places where a card may be played. @param {Card | null} card @returns {Targets} */
  targets(card) {
    if (!card || !this.isMine("during")) return { adds: [], discard: false, skips: [] };
    return {
      adds: this.#plays(LAY_OFF).flatMap(([each, place]) => (each === card ? [place] : [])),
      discard: this.#plays(DISCARD).includes(card),
      skips: card === JOKER ? this.#plays(SKIP) : [],
    };
  }

  /** The kind of a group on the table. @param {number} owner @param {number} group */
  kind(owner, group) {
    const { phase } = this.current.table[owner];
    if (phase === null) throw new Error("there is no such group");
    return this.known.phases[phase - 1].groups[group];
  }

  /**
   * The indices at which a card can be added to a group: both ends of a run, or the end of another group.
   * @param {number} owner
   * @param {number} group
   */
  places(owner, group) {
    const { length } = this.current.table[owner].groups[group];
    return this.kind(owner, group).noun === "run" ? [0, length] : [length];
  }
}
