// The animation of moved cards, on a layer above everything else.

/** @import { Step } from "../../../answers.js" */
/** @import { Table } from "../parts.js" */
import { byId, queryAll } from "../../../components/dom.js";
import { playedCards } from "../../../components/game-state.js";

const MAX_DURATION = 420;
const SMALL = 20; // width of a card that moves to or from a fan that is not drawn
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** The positions of a step's cards before the step is shown. @param {Table} t @param {Step} step @returns {DOMRect[]} */
export function sources(t, step) {
  if (calm.matches) return [];
  const [seat, verb] = step;
  if (t.drag.dropped && seat === t.game.seat) return [t.drag.dropped];
  if (verb === "draw") return rects(queryAll(document, '[data-pile="deck"] .card').slice(0, 1));
  if (verb === "take") return rects(queryAll(document, '[data-pile="discard"] .card').slice(0, 1));
  const cards = playedCards(step);
  if (seat === t.game.seat) return t.hand.positionsOf(cards);
  const slots = queryAll(document, `.seat[data-seat="${seat}"] .fan .card`);
  return rects(
    cards.flatMap((card) => {
      const at = slots.findIndex((slot) => slot.dataset.card === card);
      return slots.splice(Math.max(at, 0), 1);
    }),
  );
}

/** @param {HTMLElement[]} elements */
const rects = (elements) => elements.map(rectOf);

/**
 * The position of a card or, if a small screen does not show the fan, of the number of cards.
 * @param {HTMLElement} card
 */
function rectOf(card) {
  const rect = card.getBoundingClientRect();
  if (rect.width) return rect;
  const count = card.closest(".holding")?.getBoundingClientRect();
  return count ? new DOMRect(count.left, count.top, SMALL, SMALL * 1.4) : rect;
}

/** Animate the moved cards from their old positions. @param {DOMRect[]} from @param {number} duration */
export function land(from, duration) {
  if (calm.matches || duration <= 0 || !from.length) return;
  // The table may be redrawn during the animation, so the cards are hidden by a class of the whole table.
  const root = byId("table");
  const flights = queryAll(root, ".moved").map((card, at) => from[at] && send(card, from[at], duration));
  root.classList.add("in-flight");
  Promise.all(flights).then(() => root.classList.remove("in-flight"));
}

/**
 * Animate a card from the rectangle to its own position, where it is hidden meanwhile.
 * @param {HTMLElement} card @param {DOMRect} from @param {number} [duration]
 */
export async function fly(card, from, duration = 260) {
  card.style.visibility = "hidden";
  await send(card, from, duration);
  card.style.visibility = "";
}

/**
 * Animate a copy of the card from the rectangle to the card's position.
 * @param {HTMLElement} card @param {DOMRect} from @param {number} duration
 */
async function send(card, from, duration) {
  const to = rectOf(card);
  if (calm.matches || !to.width || !from.width) return;
  const copy = /** @type {HTMLElement} */ (card.cloneNode(true));
  copy.classList.add("flying");
  Object.assign(copy.style, { left: `${to.left}px`, top: `${to.top}px`, visibility: "visible" });
  copy.style.setProperty("--card", `${to.width}px`);
  byId("flights").append(copy);
  const shift = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
  const flight = copy.animate([{ transform: shift }, { transform: "none" }], {
    duration: Math.min(duration, MAX_DURATION),
    easing: "cubic-bezier(.3,.7,.25,1)",
  });
  await flight.finished.catch(() => {});
  copy.remove();
}
