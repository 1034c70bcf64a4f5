// The tour of the table in a player's first hand, which explains the parts of the page one by one.
//
// The tour is a modal dialog over the whole window, so that the browser keeps the focus inside, Escape closes it, and
// the table cannot be clicked by accident. A frame highlights the part that is being explained.

import { h, isHtml, queryAll } from "../../../components/dom.js";
import { load, save } from "../../../shell/storage.js";

const SEEN = "phazed-tour";
const ROOM = 8;
const GAP = 14;

/** @typedef {{ at: string, title: string, text: string }} TourStep  `at` is the value of `data-tour`. */
/** @typedef {{ left: number, right: number, low: number, high: number }} Area */

/** @type {TourStep[]} */
const STEPS = [
  {
    at: "due",
    title: "Your phase",
    text:
      "These are the cards to collect. Once you have laid this phase on the table, you collect the next phase in the next " +
      "hand. The first player to lay all phases wins; if several do so in the same hand, the one with the fewest points wins.",
  },
  {
    at: "hand",
    title: "Your cards",
    text: "You start with ten cards. Aces are wild in sets and runs. Sort your cards with the button, or drag them into your own order.",
  },
  {
    at: "piles",
    title: "A turn starts here",
    text: "Pick up one card: the top card of the deck, or the top discard. Your turn ends when you discard a card.",
  },
  {
    at: "phase",
    title: "Laying your phase",
    text: "Here you put together the groups of your phase. As soon as you have all the cards, the builder suggests how to lay them.",
  },
  {
    at: "opponents",
    title: "The other players",
    text:
      "You can see how many cards they have, which phases they have completed, and their points. Once you have laid your " +
      "phase, you may add cards to anyone's groups.",
  },
  {
    at: "hint",
    title: "Not sure?",
    text: "A hint has four steps: what to look at, what to play, why, and how good each play is. Ask as often as you like.",
  },
  {
    at: "log",
    title: "What happened",
    text: "The log lists every play of this hand, in case you missed one.",
  },
  {
    at: "more",
    title: "Rules and settings",
    text:
      "The rules are illustrated, and the menu has settings for colours, pace and sound. Cards left in your hand when a hand " +
      "ends cost points, and fewer points are better. Have fun!",
  },
];

export const tourSeen = () => load(SEEN, false) === true;
export const rememberTour = () => save(SEEN, true);
export const forgetTour = () => save(SEEN, false);

/** The boxes of an element; with `display: contents`, those of its children. @param {HTMLElement} element */
function boxes(element) {
  const own = [...element.getClientRects()];
  return own.length ? own : [...element.children].flatMap((child) => [...child.getClientRects()]);
}

/** The first visible element of the step. @param {TourStep} step */
function target(step) {
  return queryAll(document, `[data-tour="${step.at}"]`).find((element) => boxes(element).length) ?? null;
}

/**
 * The area that the step explains, with a margin, limited to the window.
 * @param {TourStep} step @returns {Area}
 */
export function area(step) {
  const element = target(step);
  const rects = element ? boxes(element) : [new DOMRect(innerWidth / 2, innerHeight / 2, 0, 0)];
  return {
    left: Math.max(Math.min(...rects.map((rect) => rect.left)) - ROOM, 4),
    right: Math.min(Math.max(...rects.map((rect) => rect.right)) + ROOM, innerWidth - 4),
    low: Math.max(Math.min(...rects.map((rect) => rect.top)) - ROOM, 4),
    high: Math.min(Math.max(...rects.map((rect) => rect.bottom)) + ROOM, innerHeight - 4),
  };
}

/**
 * Show the tour; resolves to whether it was finished. Steps without a visible element are skipped.
 * @param {TourStep[]} [steps] @returns {Promise<boolean>}
 */
export function startTour(steps = STEPS) {
  const found = steps.filter(target);
  rememberTour();
  if (!found.length || document.querySelector("dialog.tour")) return Promise.resolve(false);
  return new Promise((resolve) => {
    runTour(found, resolve);
  });
}

/** @param {TourStep[]} steps @param {(finished: boolean) => void} ended */
function runTour(steps, ended) {
  let now = 0;
  let finished = false;
  const before = document.activeElement;
  /** @param {string} name @param {string} label @param {() => void} action */
  const button = (name, label, action) => h("button", { type: "button", class: name, onclick: action }, label);
  const frame = h("div", { class: "tour-frame" });
  const title = h("h2", { id: "tour-title" });
  const text = h("p", { id: "tour-text" });
  const count = h("span", { class: "tour-count" });
  const back = button("button", "Back", () => go(now - 1));
  const next = button("button primary", "Next", () => go(now + 1));
  const skip = button("button quiet tour-skip", "Skip the tour", () => dialog.close());
  const bubble = h(
    "div",
    { class: "tour-bubble" },
    h("div", { "aria-live": "polite" }, count, title, text),
    h("div", { class: "tour-buttons" }, skip, back, next),
  );
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { class: "tour", "aria-labelledby": "tour-title", "aria-describedby": "tour-text", onkeydown: onKey },
    frame,
    bubble,
  );

  // The table also listens to keys, so those for the tour must not reach it.
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    event.stopPropagation();
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    go(now + way);
  }

  /** @param {number} number */
  function go(number) {
    if (number < 0) return;
    if (number >= steps.length) {
      finished = true;
      dialog.close();
      return;
    }
    now = number;
    count.textContent = `${now + 1} of ${steps.length}`;
    title.textContent = steps[now].title;
    text.textContent = steps[now].text;
    back.hidden = now === 0;
    skip.hidden = now === steps.length - 1;
    next.textContent = now === steps.length - 1 ? "Play" : "Next";
    const shown = target(steps[now]);
    (shown?.getClientRects().length ? shown : shown?.firstElementChild)?.scrollIntoView({ block: "nearest" });
    place();
  }

  /** Place the frame around the element, and the bubble where there is space. */
  function place() {
    const { left, right, low, high } = area(steps[now]);
    Object.assign(frame.style, px({ left, top: low, width: right - left, height: high - low }));
    const { width, height } = bubble.getBoundingClientRect();
    const [x, y] = bubblePlace({ left, right, low, high }, width, height);
    Object.assign(bubble.style, px({ left: x, top: y }));
  }

  dialog.addEventListener("close", () => {
    removeEventListener("resize", place);
    dialog.remove();
    if (isHtml(before) && before.isConnected) before.focus();
    ended(finished);
  });
  addEventListener("resize", place);
  document.body.append(dialog);
  dialog.showModal();
  go(0);
  next.focus();
}

/** @param {Record<string, number>} lengths */
export const px = (lengths) =>
  Object.fromEntries(Object.entries(lengths).map(([name, length]) => [name, `${length}px`]));

/**
 * The position of the bubble: below or above the area if it fits there, otherwise beside it, otherwise over its lower
 * half.
 * @param {Area} area @param {number} width @param {number} height
 */
function bubblePlace({ left, right, low, high }, width, height) {
  /** @param {number} value @param {number} size @param {number} room */
  const inside = (value, size, room) => Math.min(Math.max(value, 8), Math.max(room - size - 8, 8));
  const x = inside((left + right) / 2 - width / 2, width, innerWidth);
  if (high + GAP + height < innerHeight) return [x, high + GAP];
  if (low - GAP - height > 0) return [x, low - GAP - height];
  const y = inside((low + high) / 2 - height / 2, height, innerHeight);
  if (right + GAP + width < innerWidth) return [right + GAP, y];
  if (left - GAP - width > 0) return [left - GAP - width, y];
  return [x, innerHeight - height - 12];
}
