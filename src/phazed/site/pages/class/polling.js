// Polling the server while the page is visible.

import { messageOf } from "../../components/dom.js";

/**
 * Call `work` now, and again `interval` milliseconds after each call has finished. Show errors in `problem`, if given. A
 * hidden page waits until it becomes visible, unless `background` is set. Return a function that calls `work`
 * immediately.
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
    while (current) await current; // its result may predate the caller's changes
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
