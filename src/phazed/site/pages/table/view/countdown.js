// Deadlines that run down: seconds that the server has sent become moments of this computer's clock, and elements show how
// many are left.

/** @import { Deadlines } from "../../../answers.js" */
import { h, queryAll } from "../../../components/dom.js";

const TICK = 250;

/** @type {Deadlines} */
export const NO_DEADLINES = { turn: null, grace: null, next: null, fill: null };

/** The deadlines as moments in milliseconds. @param {Deadlines} times @returns {Deadlines} */
export function deadlines({ turn, grace, next, fill }) {
  const now = Date.now();
  const at = (/** @type {number | null} */ seconds) => (seconds === null ? null : now + seconds * 1000);
  return { turn: at(turn), grace: at(grace), next: at(next), fill: at(fill) };
}

/** The seconds to a moment, which run down. Screen readers do not announce each of them. @param {number} until */
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
