// Cards that fly from where they were to where they are now, on a layer of their own above everything.

import { split } from "/viewer/cards.js";

const LONGEST = 420;
const SMALL = 20; // the width of a card that goes to or comes from a fan that is not drawn
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Where the cards of a step are before it is shown. */
export function sources(t, step) {
  if (calm.matches) return [];
  const [seat, verb, what] = step;
  if (t.dropped && seat === t.game.seat) return [t.dropped];
  const one = (selector) => [document.querySelector(selector)].filter(Boolean);
  if (verb === "draw") return rects(one('[data-pile="deck"] .card'));
  if (verb === "take") return rects(one('[data-pile="discard"] .card'));
  const cards = verb === "phase" ? step[3].flatMap(split) : verb === "skip" ? ["ZZ"] : verb === "miss" ? [] : [what];
  if (seat === t.game.seat) return t.ownSources(cards);
  const slots = [...document.querySelectorAll(`.seat[data-seat="${seat}"] .fan .card`)];
  return rects(
    cards.map((card) => {
      const at = slots.findIndex((slot) => slot.dataset.card === card);
      return slots.splice(Math.max(at, 0), 1)[0];
    }),
  );
}

const rects = (elements) => elements.filter(Boolean).map(rectOf);

/** Where a card is; of a fan that a small screen does not draw, where its number stands. */
function rectOf(card) {
  const rect = card.getBoundingClientRect();
  if (rect.width) return rect;
  const count = card.closest(".holding")?.getBoundingClientRect();
  return count ? new DOMRect(count.left, count.top, SMALL, SMALL * 1.4) : rect;
}

/** Let the cards that have moved fly to their places from these. */
export function land(from, duration) {
  if (calm.matches || duration <= 0 || !from.length) return;
  // The table may be drawn again before they land, so what hides the cards below is a class of the whole.
  const root = document.getElementById("table");
  const flights = [...root.querySelectorAll(".moved")].map((card, at) => from[at] && send(card, from[at], duration));
  root.classList.add("in-flight");
  Promise.all(flights).then(() => root.classList.remove("in-flight"));
}

/** The card flies from the rectangle back to its place, where it waits unseen. */
export async function fly(card, from, duration = 260) {
  card.style.visibility = "hidden";
  await send(card, from, duration);
  card.style.visibility = "";
}

/** A copy of the card flies from the rectangle to the card's place. */
async function send(card, from, duration) {
  const to = rectOf(card);
  if (calm.matches || !to.width || !from.width) return;
  const copy = card.cloneNode(true);
  copy.classList.add("flying");
  Object.assign(copy.style, { left: `${to.left}px`, top: `${to.top}px`, visibility: "visible" });
  copy.style.setProperty("--card", `${to.width}px`);
  document.getElementById("flights").append(copy);
  const shift = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
  const flight = copy.animate([{ transform: shift }, { transform: "none" }], {
    duration: Math.min(duration, LONGEST),
    easing: "cubic-bezier(.3,.7,.25,1)",
  });
  await flight.finished.catch(() => {});
  copy.remove();
}
