// Cards that fly from where they were to where they are now, on a layer above everything.

/** @import { Step } from "../../../answers.js" */
/** @import { Table } from "../parts.js" */
import { byId, queryAll } from "../../../components/dom.js";
import { playedCards } from "../../../components/game-state.js";

const MAX_DURATION = 420;
const SMALL = 20; // the width of a card that flies to or from a fan that is not drawn
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Where the cards of a step are before it is shown. @param {Table} t @param {Step} step @returns {DOMRect[]} */
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
 * Where a card is; where a small screen does not draw the fan, where the number of cards is.
 * @param {HTMLElement} card
 */
function rectOf(card) {
  const rect = card.getBoundingClientRect();
  if (rect.width) return rect;
  const count = card.closest(".holding")?.getBoundingClientRect();
  return count ? new DOMRect(count.left, count.top, SMALL, SMALL * 1.4) : rect;
}

/** Let the cards that have moved fly to their places from these. @param {DOMRect[]} from @param {number} duration */
export function land(from, duration) {
  if (calm.matches || duration <= 0 || !from.length) return;
  // The table may be drawn again before they land, so what hides the cards below is a class of the whole.
  const root = byId("table");
  const flights = queryAll(root, ".moved").map((card, at) => from[at] && send(card, from[at], duration));
  root.classList.add("in-flight");
  Promise.all(flights).then(() => root.classList.remove("in-flight"));
}

/**
 * The card flies from the rectangle back to its place, where it waits unseen.
 * @param {HTMLElement} card @param {DOMRect} from @param {number} [duration]
 */
export async function fly(card, from, duration = 260) {
  card.style.visibility = "hidden";
  await send(card, from, duration);
  card.style.visibility = "";
}

/**
 * A copy of the card flies from the rectangle to the card's place.
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
