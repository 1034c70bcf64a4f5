// The tour of the table for somebody's first hand: bubbles that point at one thing after the other.
//
// It is a modal dialog over the whole window, so that the browser keeps the focus inside, Escape ends it, and the table
// below cannot be touched by accident; a frame lets the thing that is spoken of shine through.

import { h } from "/viewer/dom.js";
import { keep, kept } from "../site/storage.js";

const SEEN = "phazed-tour";
const ROOM = 8;
const GAP = 14;

export const STEPS = [
  {
    at: "due",
    title: "Your phase",
    text:
      "This is what you collect. Lay it on the table, and in the next hand you go for the next one. Whoever " +
      "lays them all first wins; if several do in the same hand, the fewest points.",
  },
  {
    at: "hand",
    title: "Your cards",
    text: "Ten cards. Aces are wild in sets and runs. Have them sorted, or drag them into an order of your own.",
  },
  {
    at: "piles",
    title: "A turn begins here",
    text:
      "Pick up one card: an unknown one from the deck, or the top discard. The turn ends when you throw " +
      "one card onto the discards.",
  },
  {
    at: "phase",
    title: "Laying your phase",
    text: "Here you put the groups together. As soon as you hold your phase, complete ways to lay it are proposed.",
  },
  {
    at: "opponents",
    title: "The others",
    text:
      "How many cards they hold, which phases they have, their points. Once your phase is down, you may " +
      "add cards to everybody's groups.",
  },
  {
    at: "hint",
    title: "Not sure?",
    text: "A hint comes in three steps: which card matters, what to play, and why. Ask as often as you like.",
  },
  {
    at: "log",
    title: "What happened",
    text: "Every play of this hand in words, should you have missed one.",
  },
  {
    at: "more",
    title: "Rules and settings",
    text:
      "The rules with drawn examples; in the menu colours, pace and sound. Cards left in your hand at the end " +
      "cost points: fewer is better. Have fun!",
  },
];

export const tourSeen = () => kept(SEEN, false) === true;
export const forgetTour = () => keep(SEEN, false);

/** The boxes of an element; of one that has none itself (`display: contents`), those of its children. */
function boxes(element) {
  const own = [...element.getClientRects()];
  return own.length ? own : [...element.children].flatMap((child) => [...child.getClientRects()]);
}

/** The first element of that name that can be seen. */
function target(step) {
  return [...document.querySelectorAll(`[data-tour="${step.at}"]`)].find((element) => boxes(element).length) ?? null;
}

/** What the step speaks of, with some room around it, inside the window; without an element, the window's middle. */
function area(step) {
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
 * Show the tour. Steps whose element is not on the page are left out. Options: `onEnd(finished)`.
 * Returns a promise of whether it was seen to its end; it counts as seen either way.
 */
export function startTour(steps = STEPS, options = {}) {
  const found = steps.filter(target);
  keep(SEEN, true);
  if (!found.length || document.querySelector("dialog.tour")) {
    options.onEnd?.(false);
    return Promise.resolve(false);
  }
  return new Promise((resolve) => {
    runTour(found, (finished) => {
      options.onEnd?.(finished);
      resolve(finished);
    });
  });
}

function runTour(steps, ended) {
  let now = 0;
  let finished = false;
  const before = document.activeElement;
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
  const dialog = h(
    "dialog",
    { class: "tour", "aria-labelledby": "tour-title", "aria-describedby": "tour-text", onkeydown: onKey },
    frame,
    bubble,
  );

  // The table listens to keys too; none that is meant for the tour may reach it.
  function onKey(event) {
    event.stopPropagation();
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    go(now + way);
  }

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

  /** The frame around the element, and the bubble where there is most room beside it. */
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
    if (before instanceof HTMLElement && before.isConnected) before.focus();
    ended(finished);
  });
  addEventListener("resize", place);
  document.body.append(dialog);
  dialog.showModal();
  go(0);
  next.focus();
}

const px = (lengths) => Object.fromEntries(Object.entries(lengths).map(([name, length]) => [name, `${length}px`]));

/** Below or above the thing where that fits, else to its side, else over its lower half. */
function bubblePlace({ left, right, low, high }, width, height) {
  const inside = (value, size, room) => Math.min(Math.max(value, 8), Math.max(room - size - 8, 8));
  const x = inside((left + right) / 2 - width / 2, width, innerWidth);
  if (high + GAP + height < innerHeight) return [x, high + GAP];
  if (low - GAP - height > 0) return [x, low - GAP - height];
  const y = inside((low + high) / 2 - height / 2, height, innerHeight);
  if (right + GAP + width < innerWidth) return [right + GAP, y];
  if (left - GAP - width > 0) return [left - GAP - width, y];
  return [x, innerHeight - height - 12];
}
