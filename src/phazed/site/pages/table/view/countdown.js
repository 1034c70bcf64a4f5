// Countdowns: the seconds sent by the server are converted to times on this computer's clock, and elements show how
// many seconds are left.

/** @import { Deadlines } from "../../../answers.js" */
import { h, queryAll } from "../../../components/dom.js";

const TICK = 250;

/** @type {Deadlines} */
export const NO_DEADLINES = { turn: null, grace: null, next: null, fill: null };

/** The deadlines as times in milliseconds. @param {Deadlines} times @returns {Deadlines} */
export function deadlines({ turn, grace, next, fill }) {
  const now = Date.now();
  const at = (/** @type {number | null} */ seconds) => (seconds === null ? null : now + seconds * 1000);
  return { turn: at(turn), grace: at(grace), next: at(next), fill: at(fill) };
}

/** A countdown to a time, in seconds. Screen readers do not announce its changes. @param {number} until */
export function countdown(until) {
  requestAnimationFrame(tick);
  return h("span", { class: "countdown", role: "timer", "aria-live": "off", "data-until": String(until) });
}

function tick() {
  for (const each of queryAll(document, "[data-until]")) {
    const left = String(Math.max(0, Math.ceil((Number(each.dataset.until) - Date.now()) / 1000)));
    if (each.textContent !== left) each.textContent = left;
  }
}

setInterval(tick, TICK);
