// What this browser knows about the game: the server's table, and how much of the hand has been shown.
//
// Bots play at once; people want to follow. So all steps from the server are kept, the first `shown` of them have been
// shown, and `state` is the state after those.

/** @import { Seating, Step, StepsMessage, TableMessage } from "../../answers.js" */
/** @import { Play } from "../../components/plays.js" */
/** @import { Card, State } from "../../components/types.js" */
import { JOKER } from "../../components/cards.js";
import { apply, dealt, SEATS } from "../../components/game-state.js";
import { DISCARD, LAY_OFF, LAY_PHASE, laidIn, SKIP, TAKE } from "../../components/plays.js";
import { deadlines, NO_DEADLINES } from "./view/countdown.js";

/** @typedef {{ adds: number[][], discard: boolean, skips: number[] }} Targets  Where a card can be played. */

export class Game {
  /** @type {TableMessage | null} */
  table = null;
  /** @type {State | null} */
  state = null;
  shown = 0;
  /** The step that was shown last. @type {Step | null} */
  last = null;
  /**
   * The next game of the same players; `by` is who asked for it, if that is known.
   * @type {{ address: string, by: string | null } | null}
   */
  rematch = null;
  /** What the server's times mean on this computer's clock. */
  deadlines = NO_DEADLINES;
  #resume;

  /** @param {(hand: number) => number | null} resume  how many steps of that hand were shown before a reload */
  constructor(resume) {
    this.#resume = resume;
  }

  /** The server's table, after its first message. */
  get known() {
    if (!this.table) throw new Error("the table has not come yet");
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
  /** Whether this player has given up. */
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
  /** The next step to be shown. */
  get upcoming() {
    return this.hand?.steps[this.shown] ?? null;
  }
  /** The turn on the server; null while there are steps to be shown, and when the hand is over. */
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
  /** The other seats in the order of play, beginning after the bottom one. */
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

  /** Take over the server's whole table. @param {TableMessage} message */
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

  /** Take over who is at the table. @param {Seating} seating */
  seatPeople({ names, seats, ready, gives, spectators, settings, times }) {
    Object.assign(this.known, { names, seats, ready, gives, spectators, settings });
    this.deadlines = deadlines(times);
  }

  /**
   * Where to begin on a fresh page: where it was before a reload, or before the others' first plays.
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
   * Take over more steps, or fewer after an undo. False if they do not continue the known ones.
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

  // ------------------------------------------------------------------------------------------ what may be played

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
  /** The complete ways to lay a phase that the server has found in the hand; the best one first. */
  get ways() {
    return this.#plays(LAY_PHASE).map((content) => laidIn(content, this.due[0]));
  }
  /** The phase that can be laid; the best one if there are several. */
  get ready() {
    return this.ways[0]?.phase ?? null;
  }

  /** Where the card may be played. @param {Card | null} card @returns {Targets} */
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
   * The indices at which a card can be added to a group: both ends of a run, else its end.
   * @param {number} owner
   * @param {number} group
   */
  places(owner, group) {
    const { length } = this.current.table[owner].groups[group];
    return this.kind(owner, group).noun === "run" ? [0, length] : [length];
  }
}
