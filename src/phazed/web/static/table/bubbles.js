// Small bubbles that speak at the place where something happened: refusals, and words of advice.

import { capital, h } from "/viewer/dom.js";
import { openRules } from "../pages/rules.js";
import { withCards } from "./words.js";

const BAR = 46; // the bar on top stays free
const AGAIN = 1000; // how soon a bubble that is being read is asked again whether it may go

const layer = document.getElementById("bubbles");
// It stands there from the beginning: what comes with its words already in it is often not read aloud.
const voice = layer.appendChild(h("p", { class: "offscreen", role: "status" }));

let current = null;
let timer = null;
let before = null; // what had the focus before it went into the bubble

/** Say it to those who hear the table, for it is seen elsewhere; without words, what was said holds no longer. */
export function tell(...words) {
  voice.replaceChildren(...words);
}

/** A reason as a sentence of its own. */
export const sentence = (text) => `${capital(text)}${/[.!?]$/.test(text) ? "" : "."}`;

/** The reason for a refusal, at the place: an element, or a rectangle. It leaves by itself, by Escape or by a click. */
export function bubble(text, place, { rule = null } = {}) {
  closeBubble();
  const rect = place instanceof Element ? place.getBoundingClientRect() : place;
  // The bubble goes first, so that the rules give the focus back to where it was before the bubble.
  const cited = () => (closeBubble(), openRules(rule));
  const cite = rule && h("button", { type: "button", class: "cite", onclick: cited }, `Rule ${rule}`);
  const words = h("p", null, withCards(sentence(text)));
  const entered = ({ relatedTarget }) => (before = relatedTarget);
  current = h("div", { class: "bubble", role: "alert", onclick: closeBubble, onfocusin: entered }, words, cite);
  layer.append(current);
  put(current, rect);
  timer = setTimeout(expire, 3500 + text.length * 60);
}

/** It does not go while somebody is at it. */
function expire() {
  if (current.matches(":hover, :focus-within")) timer = setTimeout(expire, AGAIN);
  else closeBubble();
}

export function closeBubble() {
  clearTimeout(timer);
  const inside = current?.contains(document.activeElement);
  current?.remove();
  const had = current !== null;
  current = null;
  if (inside) (before?.isConnected ? before : document.querySelector('.held[tabindex="0"]'))?.focus();
  return had;
}

/** Beside the rectangle, above it where that fits, and inside the window. */
export function put(element, rect) {
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
