// The plays of a hand as a list that can be clicked or navigated with the arrow keys.

/** @import { Frames } from "../answers.js" */
/** @import { Moment, Part } from "./types.js" */
/** @import { Audience } from "./narration.js" */
import { h, isHtml, queryAll, spoken } from "./dom.js";
import { LAST_VERBS } from "./game-state.js";
import { predicate, sentence } from "./narration.js";
import { badge, drawnSentence } from "./replay-board.js";

const EDGE = 24; // minimum distance of the current play from the edges of the list

export class ReplayLog {
  #frames;
  #moments;
  #go;
  #title = h("h2", null, "Plays");
  #list = h("ol", { class: "log", "aria-label": "The plays of this hand", onkeydown: (event) => this.#walk(event) });

  /** @param {Frames} frames @param {Moment[]} moments @param {(number: number) => void} go */
  constructor(frames, moments, go) {
    this.#frames = frames;
    this.#moments = moments;
    this.#go = go;
    this.element = h("aside", { class: "side" }, this.#title, this.#list);
  }

  /**
   * Show the hand that contains the moment, and mark the moment.
   * @param {number} now
   * @param {string} seat
   * @param {Audience} audience
   */
  show(now, seat, audience) {
    const { hand } = this.#moments[now];
    const hadFocus = this.#list.contains(document.activeElement);
    if (this.#list.dataset.shown !== `${hand}/${seat}`) {
      this.#list.dataset.shown = `${hand}/${seat}`;
      this.#title.textContent = `Hand ${hand + 1}`;
      this.#list.replaceChildren(...this.#turns(hand, audience));
    }
    for (const old of this.#list.querySelectorAll(".now")) {
      old.classList.remove("now");
      old.removeAttribute("aria-current");
    }
    const line = this.#list.querySelector(`[data-at="${now}"]`);
    if (!isHtml(line)) return;
    this.#makeTabbable(line);
    if (hadFocus && !this.#list.contains(document.activeElement)) line.focus({ preventScroll: true });
    line.classList.add("now");
    line.setAttribute("aria-current", "step");
    const box = this.#list.getBoundingClientRect();
    const rect = line.getBoundingClientRect();
    if (rect.top < box.top + EDGE || rect.bottom > box.bottom - EDGE)
      this.#list.scrollTop += rect.top - box.top - box.height / 2;
  }

  /** Make this the only play that can be reached with Tab (roving tabindex). @param {HTMLElement} step */
  #makeTabbable(step) {
    for (const each of queryAll(this.#list, ".step")) each.tabIndex = each === step ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const steps = queryAll(this.#list, ".step");
    const next = by && isHtml(event.target) && steps[steps.indexOf(event.target) + by];
    if (!next) return;
    event.preventDefault();
    this.#makeTabbable(next);
    next.focus();
  }

  /** The hand's plays, with one line for each turn. @param {number} hand @param {Audience} audience */
  #turns(hand, audience) {
    /** @type {HTMLElement[]} */
    const lines = [];
    /** @type {{ seat: number, over: boolean, item: HTMLElement } | null} */
    let line = null;
    for (const [number, moment] of this.#moments.entries()) {
      if (moment.hand !== hand) continue;
      if (!moment.step) {
        lines.push(h("li", { class: "mark" }, this.#link(number, sentence(this.#frames, moment, audience))));
        line = null;
        continue;
      }
      const [seat, verb] = moment.step;
      if (!line || line.seat !== seat || line.over) {
        line = { seat, over: false, item: h("li", null, badge(seat)) };
        lines.push(line.item);
      }
      const parts = predicate(this.#frames, moment.step, moment.state, audience);
      line.item.append(this.#link(number, parts, spoken(this.#frames.names[seat], " ")));
      line.over = LAST_VERBS.includes(verb);
    }
    return lines;
  }

  /** @param {number} number @param {Part[]} parts @param {...HTMLElement} before */
  #link(number, parts, ...before) {
    const props = { type: "button", class: "step", "data-at": String(number), onclick: () => this.#go(number) };
    return h("button", props, ...before, drawnSentence(this.#frames, parts));
  }
}
