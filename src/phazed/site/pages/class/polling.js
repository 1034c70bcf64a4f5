// Asking the server again and again, as long as the page is visible.

import { messageOf } from "../../components/dom.js";

/**
 * Do the work now, and again `interval` milliseconds after each time that it was done; errors are shown in `problem`, if
 * there is one. A page in the background waits until it is visible, unless it works in the background. Returns a function
 * that does the work at once.
 * @param {number} interval
 * @param {() => Promise<unknown>} work
 * @param {{ problem?: HTMLElement, background?: boolean }} [how]
 */
export function poll(interval, work, { problem, background = false } = {}) {
  let timer = 0;
  /** @type {Promise<void> | null} */
  let current = null;

  async function run() {
    if (document.hidden && !background) return;
    while (current) await current; // what it finds may be older than what the caller has changed
    clearTimeout(timer);
    current = attempt();
    await current;
  }

  async function attempt() {
    try {
      await work();
      if (problem) problem.textContent = "";
    } catch (error) {
      if (problem) problem.textContent = messageOf(error);
    }
    current = null;
    timer = setTimeout(run, interval);
  }

  document.addEventListener("visibilitychange", () => !document.hidden && void run());
  void run();
  return run;
}
