// The buttons, slider and options below the replay.

/** @import { Sorting } from "./replay-board.js" */
import { drawing, h } from "./dom.js";

const ICONS = {
  first: "M5 4v16M20 4L8 12l12 8z",
  previous: "M12 4L3 12l9 8zM21 4l-9 8 9 8z",
  back: "M17 4L6 12l11 8z",
  play: "M7 3l13 9-13 9z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  forward: "M7 4l11 8-11 8z",
  next: "M3 4l9 8-9 8zM12 4l9 8-9 8z",
  last: "M4 4l12 8-12 8zM19 4v16",
};
const SPEEDS = { 0.5: "½×", 1: "1×", 2: "2×", 4: "4×", 10: "10×" };

/** @typedef {"first" | "previous" | "back" | "forward" | "next" | "last"} Target */
/**
 * @typedef {object} Listeners  The actions of the controls.
 * @property {(to: Target) => void} jump
 * @property {(number: number) => void} slide
 * @property {() => void} toggle
 * @property {(value: string) => void} seat
 * @property {(value: Sorting) => void} sorting
 * @property {(value: number) => void} pace
 * @property {(() => void) | undefined} [playOn]
 */

/** @param {keyof typeof ICONS} icon */
const glyph = (icon) => drawing(ICONS[icon], "0 0 24 24", "glyph");

export class ReplayControls {
  #play;
  /** @type {HTMLInputElement} */
  #slider;
  #seats;
  /** @type {HTMLButtonElement | null} */
  #playOn;

  /** @param {string[]} names @param {number} length @param {Listeners} on */
  constructor(names, length, on) {
    /** @param {string} label @param {keyof typeof ICONS} icon @param {string} keys @param {() => void} act */
    const button = (label, icon, keys, act) =>
      h(
        "button",
        { type: "button", class: `icon ${icon}`, "aria-label": label, title: `${label} (${keys})`, onclick: act },
        glyph(icon),
      );
    /** @param {string} label @param {Record<string, string>} options @param {(value: string) => void} act */
    const select = (label, options, act) =>
      h(
        "select",
        { "aria-label": label, onchange: (event) => act(event.target.value) },
        Object.entries(options).map(([value, words]) => h("option", { value }, words)),
      );
    /** @param {Target} to */
    const jump = (to) => () => on.jump(to);
    this.#play = button("Play", "play", "space", on.toggle);
    this.#slider = h("input", {
      type: "range",
      class: "slider",
      min: "0",
      max: String(Math.max(length - 1, 0)),
      value: "0",
      "aria-label": "Moment of the game",
      oninput: () => on.slide(Number(this.#slider.value)),
    });
    this.#seats = select("Hands shown", {}, on.seat);
    this.#seats.append(
      h("option", { value: "all" }, "All hands"),
      ...names.map((name, seat) => h("option", { value: String(seat) }, `Only ${seat}: ${name}`)),
    );
    const sorts = { value: "By value", suit: "By suit", dealt: "As dealt" };
    const paces = select("Pace", SPEEDS, (value) => on.pace(Number(value)));
    paces.value = "1";
    this.#playOn = on.playOn
      ? h("button", { type: "button", class: "play-on", onclick: on.playOn }, "Play on from here")
      : null;
    this.element = h(
      "div",
      { class: "controls", role: "group", "aria-label": "Replay controls" },
      h(
        "div",
        { class: "buttons" },
        button("First moment", "first", "Home", jump("first")),
        button("Previous hand", "previous", "Page Up", jump("previous")),
        button("Back", "back", "left arrow", jump("back")),
        this.#play,
        button("Forward", "forward", "right arrow", jump("forward")),
        button("Next hand", "next", "Page Down", jump("next")),
        button("Last moment", "last", "End", jump("last")),
      ),
      this.#slider,
      h(
        "div",
        { class: "choices" },
        this.#seats,
        select("Order of the cards in a hand", sorts, (value) => on.sorting(/** @type {Sorting} */ (value))),
        paces,
        this.#playOn,
      ),
    );
  }

  /** Enable the button for playing on, which is possible only during a hand. @param {boolean} allowed */
  allowPlayingOn(allowed) {
    if (this.#playOn) this.#playOn.disabled = !allowed;
  }

  /** @param {number} number @param {string} seat @param {string} where */
  show(number, seat, where) {
    this.#slider.value = String(number);
    this.#slider.setAttribute("aria-valuetext", where);
    this.#seats.value = seat;
  }

  /** @param {boolean} playing */
  showPlaying(playing) {
    const label = playing ? "Pause" : "Play";
    this.#play.setAttribute("aria-label", label);
    this.#play.title = `${label} (space)`;
    this.#play.replaceChildren(glyph(playing ? "pause" : "play"));
  }
}
