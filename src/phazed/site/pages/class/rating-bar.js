// Ratings with their 95 % intervals as bars on a common scale, so that overlaps between rows are visible.

/** @import { LadderStanding } from "../../answers.js" */
import { h } from "../../components/dom.js";

const Z_95 = 1.96;

/** @typedef {(value: number) => number} Scale  Maps a rating to a horizontal position in percent. */
/** @typedef {{ mu: number, sigma: number }} Rating */

/** Return a scale that fits all of these ratings. @param {Rating[]} rows @returns {Scale} */
export function scaleOf(rows) {
  const low = Math.min(...rows.map(({ mu, sigma }) => mu - Z_95 * sigma));
  const high = Math.max(...rows.map(({ mu, sigma }) => mu + Z_95 * sigma));
  const width = Math.max(high - low, 1);
  return (value) => (100 * (value - low)) / width;
}

/**
 * Return a bar that spans the interval, with a mark at the rating and, for comparison, another bot's interval behind the
 * bar.
 * @param {Rating} rating @param {Scale} scale @param {LadderStanding | undefined} compared
 */
export function ratingBar({ mu, sigma }, scale, compared) {
  const bar = h("span", { class: "interval" });
  const mark = h("span", { class: "mark" });
  place(bar, scale(mu - Z_95 * sigma), scale(mu + Z_95 * sigma));
  mark.style.left = `${scale(mu)}%`;
  const behind = compared && h("span", { class: "compared" });
  if (behind) place(behind, scale(compared.mu - Z_95 * compared.sigma), scale(compared.mu + Z_95 * compared.sigma));
  return h("span", { class: "rating-bar", "aria-hidden": "true" }, behind, bar, mark);
}

/** @param {HTMLElement} element @param {number} from @param {number} to */
function place(element, from, to) {
  element.style.left = `${from}%`;
  element.style.width = `${to - from}%`;
}
