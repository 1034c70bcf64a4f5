// The log of a hand, with one line per turn, to which steps are added. It is a live region, so nothing may be added
// twice.

/** @import { Step, TableHand } from "../../../answers.js" */
/** @import { Game } from "../game.js" */
import { h } from "../../../components/dom.js";
import { LAST_VERBS, SEATS } from "../../../components/game-state.js";
import { describeStep, SEEDED, subject } from "./text.js";

export class Log {
  #list;
  #game;
  /** @type {{ seat: number, over: boolean, item: HTMLElement } | null} */
  #line = null;
  /** @type {number | null} */
  #hand = null;
  /** The steps in the list, with their elements. @type {{ step: Step, entry: HTMLElement }[]} */
  #entries = [];

  /** @param {HTMLElement} list @param {Game} game */
  constructor(list, game) {
    this.#list = list;
    this.#game = game;
  }

  /** Show all steps shown so far, keeping the entries that are still valid. */
  update() {
    const { hand, shown } = this.#game;
    if (this.#hand !== (hand?.number ?? null)) this.#begin(hand);
    const steps = hand?.steps.slice(0, shown) ?? [];
    const kept = this.#entries.findIndex(({ step }, at) => String(step) !== String(steps[at]));
    if (kept >= 0) this.#takeBack(kept);
    for (const step of steps.slice(this.#entries.length)) this.add(step);
  }

  /** @param {TableHand | null} hand */
  #begin(hand) {
    this.#list.replaceChildren();
    this.#line = null;
    this.#entries = [];
    this.#hand = hand?.number ?? null;
    if (!hand) return;
    const leader = (hand.dealer + 1) % SEATS;
    /** @param {number} seat @param {string} verb */
    const does = (seat, verb) => (seat === this.#game.seat ? `you ${verb}` : `${this.#game.name(seat)} ${verb}s`);
    this.#note(`Hand ${hand.number + 1}: ${does(hand.dealer, "deal")}, ${does(leader, "begin")}.`);
    const { seats, seeded } = this.#game.known;
    if (seeded && seats.filter(({ who }) => who === "person").length > 1) this.#note(SEEDED);
  }

  /** Remove all steps except the first `count`. @param {number} count */
  #takeBack(count) {
    const gone = this.#entries.splice(count);
    for (const { entry } of gone) {
      const line = entry.parentElement;
      entry.remove();
      if (!line?.querySelector(".did")) line?.remove();
    }
    const [seat] = gone[0].step;
    this.#note(`${subject(this.#game, seat)} ${seat === this.#game.seat ? "take" : "takes"} it back.`);
  }

  /** @param {Step} step */
  add(step) {
    const { state } = this.#game;
    if (!state) return;
    const [seat, verb] = step;
    let line = this.#line;
    const begins = !line || line.seat !== seat || line.over;
    if (!line || begins) {
      const who = h("b", { class: `who seat-${seat}` }, subject(this.#game, seat));
      line = { seat, over: false, item: h("li", { class: seat === this.#game.seat ? "you" : "" }, who) };
      this.#line = line;
      this.#list.append(line.item);
    }
    const entry = h("span", { class: "did" }, begins ? " " : ", ", describeStep(this.#game, step, state));
    line.item.append(entry);
    this.#entries.push({ step, entry });
    line.over = LAST_VERBS.includes(verb);
    this.#scroll();
  }

  /** @param {string} text */
  #note(text) {
    this.#line = null;
    this.#list.append(h("li", { class: "note" }, text));
    this.#scroll();
  }

  #scroll() {
    if (this.#list.parentElement) this.#list.parentElement.scrollTop = this.#list.scrollHeight;
  }
}
