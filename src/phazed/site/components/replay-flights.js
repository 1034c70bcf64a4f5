// The animation of moved cards in a replay.

/** @import { Step } from "../answers.js" */
import { queryAll } from "./dom.js";
import { playedCards } from "./game-state.js";

/** The positions, before the step, of the cards that it moves. @param {Step | null} step @param {HTMLElement} board */
export function positionsBefore(step, board) {
  if (!step) return [];
  const [seat, verb] = step;
  /** @param {HTMLElement[]} elements */
  const rects = (elements) => elements.map((element) => element.getBoundingClientRect());
  if (verb === "draw") return rects(queryAll(board, ".deck .card"));
  if (verb === "take") return rects(queryAll(board, ".discard .card"));
  const cards = queryAll(board, `.place[data-seat="${seat}"] .hand .card`);
  return rects(
    playedCards(step).flatMap((card) => {
      const at = cards.findIndex((each) => each.dataset.card === card);
      return at < 0 ? [] : cards.splice(at, 1);
    }),
  );
}

/**
 * Animate the moved cards from their old positions.
 * @param {DOMRect[]} from
 * @param {HTMLElement} board
 * @param {number} duration
 */
export function flyFrom(from, board, duration) {
  if (!from.length) return;
  queryAll(board, ".card.moved").forEach((card, at) => {
    const start = from[at];
    if (!start) return;
    const rect = card.getBoundingClientRect();
    const shift = `translate(${start.left - rect.left}px, ${start.top - rect.top}px) scale(${start.width / rect.width})`;
    card.animate(
      [
        { transform: shift, transformOrigin: "0 0" },
        { transform: "none", transformOrigin: "0 0" },
      ],
      { duration, easing: "cubic-bezier(.2,.7,.2,1)" },
    );
  });
}
