// The replay of a game: a table that can be stepped forward and back.
//
//     mountReplay(element, frames, options)
//
// `frames` is created from a game by `phazed.game.frames`. This module is served and, together with everything that it
// imports, also inlined into exported pages.

/** @import { Frames } from "../answers.js" */
/** @import { Moment } from "./types.js" */
/** @import { Audience } from "./narration.js" */
/** @import { Sorting } from "./replay-board.js" */
/** @import { Target } from "./replay-controls.js" */
import { closest, h } from "./dom.js";
import { plural } from "./numbers.js";
import { address, found, moments } from "./game-state.js";
import { sentence } from "./narration.js";
import { ReplayBoard } from "./replay-board.js";
import { ReplayControls } from "./replay-controls.js";
import { flyFrom, positionsBefore } from "./replay-flights.js";
import { ReplayLog } from "./replay-log.js";
import { errorDetails, scoreSheet } from "./replay-sheet.js";

const STEP_TIME = 1100;
/** @type {Record<string, Target>} */
const KEYS = {
  ArrowRight: "forward",
  ArrowLeft: "back",
  Home: "first",
  End: "last",
  PageDown: "next",
  PageUp: "previous",
};

/**
 * Show the game inside the element. With `address`, the moment is kept in the address bar. `keys` is the target for
 * keyboard events. `seat` is the seat whose view is shown first, or "all" for all hands. With `playOn`, there is a
 * button for continuing the game from a moment, in the seat whose view is shown or, if that is "all", whose turn it is
 * (null).
 * @param {HTMLElement} root
 * @param {Frames} frames
 * @param {Options} [options]
 */
export function mountReplay(root, frames, options = {}) {
  return new Replay(root, frames, options);
}

/** @typedef {(moment: { hand: number, plays: number, seat: number | null }) => void} PlayOn */
/** @typedef {{ address?: boolean, keys?: EventTarget, seat?: string, playOn?: PlayOn }} Options */

class Replay {
  #root;
  #frames;
  #moments;
  #keepsAddress;
  #keys;
  #now = 0;
  #seat;
  /** @type {Sorting} */
  #sorting = "value";
  #pace = 1;
  #calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #playing;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #writing;
  #board;
  #log;
  #controls;
  #sheet = h("div", { class: "sheet", tabindex: "0", role: "region", "aria-label": "Score sheet" });

  /**
   * @param {HTMLElement} root
   * @param {Frames} frames
   * @param {Options} options
   */
  constructor(root, frames, options) {
    this.#root = root;
    this.#frames = frames;
    this.#moments = moments(frames);
    this.#keepsAddress = options.address ?? false;
    this.#keys = options.keys ?? document;
    this.#seat = options.seat ?? "all";
    this.#board = new ReplayBoard(frames);
    this.#log = new ReplayLog(frames, this.#moments, (number) => this.#jump(number));
    this.#controls = new ReplayControls(frames.names, this.#moments.length, {
      jump: (to) => this.#jump(this.#targets[to]()),
      slide: (number) => this.#jump(number),
      toggle: () => this.#toggle(),
      seat: (value) => this.#choose(() => (this.#seat = value)),
      sorting: (value) => this.#choose(() => (this.#sorting = value)),
      playOn: options.playOn && (() => options.playOn?.(this.#here())),
      pace: (value) => {
        this.#pace = value;
        if (this.#playing) this.#play();
      },
    });
    root.classList.add("replay");
    root.replaceChildren(
      h("div", { class: "board" }, this.#board.element, this.#log.element),
      this.#controls.element,
      h("div", { class: "after" }, h("h2", null, "Score sheet"), this.#sheet, errorDetails(frames)),
    );
    this.#keys.addEventListener("keydown", this.#onKey);
    if (this.#keepsAddress) window.addEventListener("hashchange", this.#onHash);
    if (!this.#moments.length) {
      this.#board.say("Nothing has been played.");
      return;
    }
    this.#sheet.append(scoreSheet(frames, this.#moments, (number) => this.#jump(number)));
    this.#show();
    if (this.#keepsAddress) this.#onHash();
    // A game that was ended by an error is usually opened to see the error.
    if (this.#keepsAddress && frames.end?.error && found(this.#moments, location.hash) < 0) this.go(this.length - 1);
  }

  get length() {
    return this.#moments.length;
  }

  /** Show the moment with this number, or the nearest one. @param {number} number */
  go(number) {
    const wanted = Math.min(Math.max(number, 0), this.length - 1);
    const onward = wanted === this.#now + 1 && !this.#calm.matches;
    const from = onward ? positionsBefore(this.#moments[wanted].step, this.#board.element) : [];
    this.#now = wanted;
    this.#show();
    flyFrom(from, this.#board.element, Math.min(320, 500 / this.#pace));
  }

  destroy() {
    this.#halt();
    clearTimeout(this.#writing);
    this.#keys.removeEventListener("keydown", this.#onKey);
    window.removeEventListener("hashchange", this.#onHash);
    this.#root.replaceChildren();
  }

  // ------------------------------------------------------------------------------------------ navigation

  /** The target of each button and key. */
  #targets = {
    first: () => 0,
    previous: () => this.#starts().findLast((number) => number < this.#now) ?? 0,
    back: () => this.#now - 1,
    forward: () => this.#now + 1,
    next: () => this.#starts().find((number) => number > this.#now) ?? this.length - 1,
    last: () => this.length - 1,
  };

  /** The numbers of the moments at which a hand is dealt. */
  #starts() {
    return this.#moments.flatMap((moment, number) => (moment.kind === "deal" ? [number] : []));
  }

  /** Go to a moment and stop playing. @param {number} number */
  #jump(number) {
    this.go(number);
    this.#halt();
  }

  #play() {
    clearTimeout(this.#playing);
    if (this.#now === this.length - 1) this.go(0);
    const wait = () => (STEP_TIME * (this.#moments[this.#now].kind === "step" ? 1 : 2)) / this.#pace;
    const tick = () => {
      this.go(this.#now + 1);
      if (this.#now === this.length - 1) this.#halt();
      else this.#playing = setTimeout(tick, wait());
    };
    this.#playing = setTimeout(tick, wait() / 2);
    this.#controls.showPlaying(true);
  }

  #halt() {
    clearTimeout(this.#playing);
    this.#playing = undefined;
    this.#controls.showPlaying(false);
  }

  #toggle() {
    if (this.#playing) this.#halt();
    else this.#play();
  }

  // ------------------------------------------------------------------------------------------ drawing

  /** @param {() => void} change */
  #choose(change) {
    change();
    this.#show();
  }

  /** The audience of the chosen view. @param {Moment} moment @returns {Audience} */
  #audience(moment) {
    const open = this.#seat === "all" || moment.kind === "end" || moment.kind === "over";
    return {
      isYou: (seat) => this.#frames.names[seat] === "You",
      isOpen: (seat) => open || Number(this.#seat) === seat,
    };
  }

  #show() {
    const moment = this.#moments[this.#now];
    const audience = this.#audience(moment);
    const where = this.#where(moment);
    this.#controls.show(this.#now, this.#seat, where);
    this.#controls.allowPlayingOn(moment.kind !== "over" && moment.at < this.#frames.hands[moment.hand].steps.length);
    this.#board.draw(moment, where, sentence(this.#frames, moment, audience), audience.isOpen, this.#sorting);
    this.#log.show(this.#now, this.#seat, audience);
    for (const cell of this.#sheet.querySelectorAll("[data-hand]"))
      cell.classList.toggle("now", cell.getAttribute("data-hand") === String(moment.hand));
    if (this.#keepsAddress) {
      clearTimeout(this.#writing);
      this.#writing = setTimeout(() => this.#writeAddress(), 200);
    }
  }

  /** The current moment as a number of plays, not counting missed turns. */
  #here() {
    const { hand, at } = this.#moments[this.#now];
    const plays = this.#frames.hands[hand].steps.slice(0, at).filter((step) => step[1] !== "miss").length;
    return { hand, plays, seat: this.#seat === "all" ? null : Number(this.#seat) };
  }

  /** @param {Moment} moment */
  #where(moment) {
    const { end, hands } = this.#frames;
    if (moment.kind === "over") return `After ${plural(end?.error ? moment.hand : hands.length, "hand")}`;
    const place = {
      deal: "the deal",
      end: "the end",
      step: `play ${moment.at} of ${hands[moment.hand].steps.length}`,
    }[moment.kind];
    return `Hand ${moment.hand + 1} of ${hands.length} · ${place}`;
  }

  // ------------------------------------------------------------------------------------------ keyboard and address

  #onKey = (/** @type {Event} */ event) => {
    if (!(event instanceof KeyboardEvent) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (closest(event.target, "select, textarea, pre, input:not(.slider)")) return;
    if (event.key === " " && !closest(event.target, "button, a, summary")) this.#toggle();
    else if (KEYS[event.key]) this.#jump(this.#targets[KEYS[event.key]]());
    else return;
    event.preventDefault();
  };

  #onHash = () => {
    const asked = new URLSearchParams(location.hash.slice(1)).get("seat");
    if (asked !== null && /^[0-3]$/.test(asked)) this.#seat = asked;
    const number = found(this.#moments, location.hash);
    if (number >= 0) this.go(number);
  };

  #writeAddress() {
    const text = `#${address(this.#moments[this.#now])}${this.#seat === "all" ? "" : `&seat=${this.#seat}`}`;
    try {
      history.replaceState(null, "", text);
    } catch {
      // a browser may limit how often the address changes
    }
  }
}
