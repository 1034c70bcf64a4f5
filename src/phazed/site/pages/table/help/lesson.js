// The guided first hand, in which the player is told what to do step by step, with arranged cards.
//
// The current step is derived from the game, so that a player who does something else is never stuck.

/** @import { Table } from "../parts.js" */
/** @import { Area, TourStep } from "./tour.js" */
import { h } from "../../../components/dom.js";
import { withCards } from "../view/text.js";
import { area, px, rememberTour } from "./tour.js";

/** @typedef {"take" | "lay" | "add" | "discard" | "others" | "own"} LessonStep */

/** @type {Record<LessonStep, TourStep>} */
const STEPS = {
  take: {
    at: "piles",
    title: "Take the seven",
    text:
      "In each hand, you collect cards for one phase. The first phase consists of two sets of three cards of one value. " +
      "You have four queens and two sevens, and a third seven is on the discard pile: click it.",
  },
  lay: {
    at: "phase",
    title: "Lay your phase",
    text: "You have both sets. Open the phase builder with this button and lay them on the table.",
  },
  add: {
    at: "hand",
    title: "Add the fourth queen",
    text:
      "Once you have laid your phase, you may add cards to groups on the table, including those of other players. Click " +
      "your last queen, then the three on the table.",
  },
  discard: {
    at: "hand",
    title: "End your turn",
    text:
      "Every turn ends with a discard. Cards left when the hand ends cost points, and kings cost the most of yours: " +
      "click KS, then the discard pile.",
  },
  others: {
    at: "opponents",
    title: "Now the others play",
    text: "They collect cards for the same phase. You can see what they take and discard, also in the log.",
  },
  own: {
    at: "hint",
    title: "Your turn",
    text:
      "Pick up a card, add cards that fit, and discard one. The hand ends when a player has no cards left. Those who have " +
      "laid their phase collect the next one; the others try again. The first player to lay all seven phases wins; if " +
      "several do so in the same hand, the fewest points win. Aces are wild: in sets and runs they stand for any card.",
  },
};

const BAR = 58; // height of the bar at the top
const EDGE = 12;
const NEEDED = ".target, [data-pile], .held, #actions button, figure.group, .plate, #prompt";

/** Return the size of an overlap. @param {Area} rect @param {number[]} box  left, top, width, height */
function shared({ left, right, low, high }, ...[x, y, width, height]) {
  const wide = Math.min(right, x + width) - Math.max(left, x);
  const tall = Math.min(high, y + height) - Math.max(low, y);
  return wide > 0 && tall > 0 ? wide * tall : 0;
}

export const isLesson = () => new URLSearchParams(location.search).has("lesson");

export class Lesson {
  #t;
  #isOver = !isLesson();
  #frame = h("div", { class: "lesson-frame", hidden: true });
  #title = h("h2");
  #text = h("p");
  #bubble = h(
    "div",
    { class: "tour-bubble lesson", role: "status", hidden: true },
    this.#title,
    this.#text,
    h(
      "div",
      { class: "tour-buttons" },
      h("button", { type: "button", class: "button quiet tour-skip", onclick: () => this.end() }, "Skip the lesson"),
    ),
  );
  /** @type {LessonStep | null} */
  #shown = null;

  /** @param {Table} table */
  constructor(table) {
    this.#t = table;
    if (this.#isOver) return;
    document.body.append(this.#frame, this.#bubble);
    addEventListener("resize", () => this.update());
  }

  /** The current step; null when the lesson is over. @returns {LessonStep | null} */
  get #step() {
    const { game } = this.#t;
    if (!game.hand || game.hand.number > 0 || game.ended || game.watching) return null;
    const ends = game.hand.steps.slice(0, game.shown).filter((step) => step[0] === game.seat && step[1] === "discard");
    if (ends.length > 1) return null;
    if (!game.mine) return "others";
    if (ends.length) return "own";
    if (game.turn?.stage === "before") return "take";
    if (game.ready) return "lay";
    return game.canAdd ? "add" : "discard";
  }

  /** Show the current step after a change in the game. */
  update() {
    if (this.#isOver || !this.#t.game.hand) return;
    const step = this.#step;
    if (step === null) {
      this.end();
      return;
    }
    rememberTour();
    if (step !== this.#shown) {
      this.#shown = step;
      this.#title.textContent = STEPS[step].title;
      this.#text.replaceChildren(...withCards(STEPS[step].text));
    }
    const hidden = this.#t.builder.isOpen; // it needs no explanation, but does need space
    this.#frame.hidden = this.#bubble.hidden = hidden;
    if (hidden) return;
    const explained = area(STEPS[step]);
    const { left, right, low, high } = explained;
    Object.assign(this.#frame.style, px({ left, top: low, width: right - left, height: high - low }));
    this.#place(explained);
  }

  /** Put the bubble where it covers as little as possible of what is explained or clickable. @param {Area} explained */
  #place(explained) {
    const { width, height } = this.#bubble.getBoundingClientRect();
    const needed = [
      { ...explained, weight: 1 },
      ...[...document.querySelectorAll(NEEDED)].flatMap((element) =>
        [...element.getClientRects()].map(({ left, right, top, bottom }) => ({
          left,
          right,
          low: top,
          high: bottom,
          weight: element.matches(".target.lit") ? 100 : element.matches(".plate, #prompt") ? 2 : 10,
        })),
      ),
    ];
    const [x, y] = [innerWidth - width - EDGE, innerHeight - height - EDGE];
    const places = [EDGE, x / 2, x].flatMap((left) => [BAR, (BAR + y) / 2, y].map((top) => ({ left, top })));
    const cost = (/** @type {{ left: number, top: number }} */ { left, top }) =>
      needed.reduce((sum, { weight, ...rect }) => sum + weight * shared(rect, left, top, width, height), 0);
    const best = places.reduce((one, other) => (cost(other) < cost(one) ? other : one));
    Object.assign(this.#bubble.style, px(best));
  }

  end() {
    this.#isOver = true;
    this.#frame.remove();
    this.#bubble.remove();
  }
}
