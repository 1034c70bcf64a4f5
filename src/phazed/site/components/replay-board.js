// The replay's table: four seats with their cards and groups, the piles, and a description of the current step.

/** @import { Frames } from "../answers.js" */
/** @import { Moment, Part } from "./types.js" */
import { bySuit, byValue, cardBack, cardFace, cardLabel } from "./cards.js";
import { h } from "./dom.js";
import { plural } from "./numbers.js";
import { SEATS, isPickUp } from "./game-state.js";
import { groupCards, slot } from "./group.js";
import { PLACES, caption, due } from "./narration.js";

/** @typedef {"value" | "suit" | "dealt"} Sorting */
/** @typedef {(seat: number) => boolean} IsOpen */

/** A seat's name in its colour. @param {{ names: string[] }} frames @param {number} seat */
export const nameOf = (frames, seat) => h("span", { class: `name seat-${seat}` }, frames.names[seat]);
/** @param {number} seat */
export const badge = (seat) => h("span", { class: `badge seat-${seat}`, "aria-hidden": "true" }, String(seat));

/** A sentence with elements for names and cards. @param {Frames} frames @param {Part[]} parts */
export const drawnSentence = (frames, parts) =>
  parts.map((part) =>
    typeof part === "string" ? part : "card" in part ? cardLabel(part.card) : nameOf(frames, part.seat),
  );

export class ReplayBoard {
  #frames;
  #sentence = h("p", { class: "sentence", "aria-live": "polite" });
  #where = h("p", { class: "where" });
  #piles = h("div", { class: "piles" });
  #results = h("div", { class: "results" });
  #places;

  /** @param {Frames} frames */
  constructor(frames) {
    this.#frames = frames;
    this.#places = Array.from({ length: SEATS }, (_, seat) =>
      h("section", { class: `place place-${seat}`, "data-seat": seat, "aria-label": frames.names[seat] }),
    );
    const middle = h("div", { class: "middle" }, this.#piles);
    middle.append(h("div", { class: "telling" }, this.#where, this.#sentence, this.#results));
    const [bottom, left, top, right] = this.#places;
    this.element = h("div", { class: "felt" }, bottom, left, middle, right, top);
  }

  /** @param {string} text */
  say(text) {
    this.#sentence.textContent = text;
  }

  /**
   * @param {Moment} moment
   * @param {string} where
   * @param {Part[]} sentence
   * @param {IsOpen} isOpen
   * @param {Sorting} sorting
   */
  draw(moment, where, sentence, isOpen, sorting) {
    this.#where.textContent = where;
    this.#sentence.replaceChildren(...drawnSentence(this.#frames, sentence));
    this.#results.replaceChildren(...this.#drawResults(moment));
    this.#piles.replaceChildren(...drawPiles(moment));
    for (const [seat, place] of this.#places.entries()) this.#drawSeat(place, seat, moment, isOpen(seat), sorting);
    this.element.classList.toggle("ended", moment.kind === "end" || moment.kind === "over");
  }

  /** @param {Moment} moment */
  #drawResults(moment) {
    if (moment.kind === "end") {
      const points = this.#frames.hands[moment.hand].end?.points ?? [];
      return points.map((each, seat) => h("span", { class: "result" }, badge(seat), `+${each}`));
    }
    if (moment.kind !== "over" || !this.#frames.end) return [];
    const { error, ranks, scores } = this.#frames.end;
    if (error) return [h("span", { class: "result reason" }, error.reason)];
    const places = ranks ?? [];
    const inOrder = [0, 1, 2, 3].sort((one, other) => places[one] - places[other] || one - other);
    return inOrder.map((seat) =>
      h(
        "span",
        { class: "result" },
        h("b", null, PLACES[places[seat]]),
        " ",
        nameOf(this.#frames, seat),
        ` ${scores[seat]}`,
      ),
    );
  }

  /**
   * @param {HTMLElement} place
   * @param {number} seat
   * @param {Moment} moment
   * @param {boolean} isOpen
   * @param {Sorting} sorting
   */
  #drawSeat(place, seat, moment, isOpen, sorting) {
    const frames = this.#frames;
    const { state, kind, turn } = moment;
    const completed = state.done[seat];
    const { phase, groups } = state.table[seat];
    place.classList.toggle("active", turn === seat);
    place.classList.toggle("winner", kind === "over" && frames.end?.ranks?.[seat] === 1);
    place.classList.toggle("offender", kind === "over" && turn === seat);
    const dots = frames.phases.map(({ name }, at) => {
      const done = completed.includes(at + 1);
      return h("i", { class: done ? "done" : "", title: `Phase ${at + 1}, ${name}: ${done ? "completed" : "to do"}` });
    });
    const label = `phases completed: ${completed.join(", ") || "none"}`;
    place.replaceChildren(
      h(
        "header",
        null,
        badge(seat),
        nameOf(frames, seat),
        state.skips[seat] && h("span", { class: "flag" }, "will be skipped"),
        h("span", { class: "phases", role: "img", "aria-label": label }, dots),
        h("span", { class: "score" }, h("b", null, String(state.scores[seat])), " pts"),
      ),
      drawHand(seat, moment, isOpen, sorting),
      h(
        "div",
        { class: "laid" },
        phase === null
          ? h("span", { class: "due" }, due(frames, completed))
          : groups.map((cards, at) =>
              h(
                "figure",
                { class: "group" },
                groupCards(cards, seat, at, moment.step),
                h("figcaption", null, caption(frames, phase, at, cards)),
              ),
            ),
      ),
    );
  }
}

/** @param {Moment} moment */
function drawPiles({ state: { deck, pile }, step }) {
  /** @param {string} label */
  const none = (label) => h("span", { class: "card none", role: "img", "aria-label": label });
  const card = pile.at(-1);
  const top = card ? cardFace(card) : none("no cards in the discard pile");
  if (step?.[1] === "discard" || step?.[1] === "skip") top.classList.add("moved");
  const stack = deck ? cardBack() : none("no cards in the deck");
  return [
    h("figure", { class: "deck" }, stack, h("figcaption", null, "Deck ", h("b", null, String(deck)))),
    h("figure", { class: "discard" }, top, h("figcaption", null, "Discard pile ", h("b", null, String(pile.length)))),
  ];
}

/** @param {number} seat @param {Moment} moment @param {boolean} isOpen @param {Sorting} sorting */
function drawHand(seat, { state, step }, isOpen, sorting) {
  const held = state.hands[seat];
  const picked = step?.[0] === seat && isPickUp(step);
  const items = held.map((card, at) => ({ card, moved: picked && at === held.length - 1 }));
  const key = sorting === "suit" ? bySuit : byValue;
  if (sorting !== "dealt") items.sort((one, other) => key(one.card) - key(other.card));
  if (!isOpen) items.sort((one, other) => Number(one.moved) - Number(other.moved));
  const row = h("div", { class: "hand", role: "group", "aria-label": `${plural(held.length, "card")} in the hand` });
  for (const { card, moved } of items) {
    const face = isOpen ? cardFace(card) : cardBack();
    face.dataset.card = card;
    row.append(slot(face, moved));
  }
  if (!items.length) row.append(h("span", { class: "empty" }, "no cards"));
  return row;
}
