// Small bubbles that speak at the place where something happened: refusals, and words of advice.

import { h } from "/pages/dom.js";
import { openRules } from "./rules.js";
import { withCards } from "./words.js";

const BAR = 46; // the bar on top stays free

let current = null;
let timer = null;

/** A reason as a sentence of its own. */
const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

/** The reason for a refusal, at the place: an element, or a rectangle. It leaves by itself, by Escape or by a click. */
export function bubble(text, place, { rule = null } = {}) {
  closeBubble();
  const rect = place instanceof Element ? place.getBoundingClientRect() : place;
  const cite = rule && h("button", { type: "button", class: "cite", onclick: () => openRules(rule) }, `Rule ${rule}`);
  const words = h("p", null, withCards(sentence(text)));
  current = h("div", { class: "bubble", role: "alert", onclick: closeBubble }, words, cite);
  document.getElementById("bubbles").append(current);
  put(current, rect);
  timer = setTimeout(closeBubble, 3500 + text.length * 60);
}

export function closeBubble() {
  clearTimeout(timer);
  current?.remove();
  const had = current !== null;
  current = null;
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
