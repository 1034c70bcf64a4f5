// Small bubbles with refusals and advice, next to where something happened.

import { byId, capital, focused, h, isHtml, queryAll } from "../../../components/dom.js";
import { openRules } from "../../rules.js";
import { withCards } from "./text.js";

const BAR = 46; // height of the bar at the top, which stays free
const RETRY = 1000; // milliseconds until a bubble that is being read is checked again

const layer = byId("bubbles");
// The live region exists from the start, because screen readers often ignore a live region that is added with its text.
const liveRegion = layer.appendChild(h("p", { class: "offscreen", role: "status" }));

/** @type {HTMLElement | null} */
let current = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** The element that had the focus before the bubble. @type {HTMLElement | null} */
let before = null;

/** Announce the words to screen readers; without words, clear the last announcement. @param {...(Node | string)} words */
export function announce(...words) {
  liveRegion.replaceChildren(...words);
}

/** A reason as a whole sentence. @param {string} text */
export const sentence = (text) => `${capital(text)}${/[.!?]$/.test(text) ? "" : "."}`;

/**
 * Show the reason for a refusal at a place. The bubble closes after a while, with Escape or with a click.
 * @param {string} text
 * @param {HTMLElement | DOMRect} place
 * @param {string} [rule]
 */
export function bubble(text, place, rule) {
  closeBubble();
  const rect = place instanceof Element ? place.getBoundingClientRect() : place;
  const cite = () => {
    closeBubble(); // before the rules open, so that closing them restores the focus from before the bubble
    openRules(rule);
  };
  current = h(
    "div",
    {
      class: "bubble",
      role: "alert",
      onclick: closeBubble,
      onfocusin: (event) => {
        before = isHtml(event.relatedTarget) ? event.relatedTarget : null;
      },
    },
    h("p", null, withCards(sentence(text))),
    rule && h("button", { type: "button", class: "cite", onclick: cite }, `Rule ${rule}`),
  );
  layer.append(current);
  put(current, rect);
  timer = setTimeout(expire, 3500 + text.length * 60);
}

/** Close the bubble unless it is hovered or focused. */
function expire() {
  if (current?.matches(":hover, :focus-within")) timer = setTimeout(expire, RETRY);
  else closeBubble();
}

/** Close the bubble; return whether there was one. */
export function closeBubble() {
  clearTimeout(timer);
  const had = current !== null;
  const inside = current?.contains(focused());
  current?.remove();
  current = null;
  if (inside) (before?.isConnected ? before : queryAll(document, '.held[tabindex="0"]').at(0))?.focus();
  return had;
}

/**
 * Place the bubble above the rectangle or, if it does not fit there, below it.
 * @param {HTMLElement} element
 * @param {DOMRect} rect
 */
function put(element, rect) {
  const { width, height } = element.getBoundingClientRect();
  const middle = rect.left + rect.width / 2;
  const left = Math.min(Math.max(middle - width / 2, 8), innerWidth - width - 8);
  const above = rect.top - height - 12 > BAR;
  const top = above ? rect.top - height - 12 : Math.min(rect.bottom + 12, innerHeight - height - 8);
  element.classList.toggle("below", !above);
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
  element.style.setProperty("--tip", `${Math.min(Math.max(middle - left, 18), width - 18)}px`);
}
