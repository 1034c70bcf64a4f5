// Plays in the form used by the course's functions: pairs of a kind and its content.

/** @import { Step } from "../answers.js" */
/** @import { Card } from "./types.js" */
import { HIDDEN } from "./cards.js";

/** @typedef {[kind: number, content: any]} Play */

export const DRAW = 1;
export const TAKE = 2;
export const LAY_PHASE = 3;
export const LAY_OFF = 4;
export const DISCARD = 5;
export const SKIP = 6;

/**
 * The phase and groups of a play that lays a phase; if the game does not declare the phase, it is `next`.
 * @param {any} content
 * @param {number} next
 * @returns {{ phase: number, groups: Card[][] }}
 */
export function laidIn(content, next) {
  const [phase, groups] = typeof content[0] === "number" ? content : [next, content];
  return { phase, groups };
}

/** The step for a seat's play. @param {number} seat @param {Play} play @param {number[]} done @returns {Step} */
export function stepOf(seat, [kind, content], done) {
  if (kind === DRAW) return [seat, "draw", HIDDEN];
  if (kind === TAKE) return [seat, "take", content];
  if (kind === LAY_PHASE) {
    const { phase, groups } = laidIn(content, done.length + 1);
    return [seat, "phase", phase, groups.map((group) => group.join(" "))];
  }
  if (kind === LAY_OFF) return [seat, "add", content[0], content[1][0], content[1][1], content[1][2]];
  return kind === DISCARD ? [seat, "discard", content] : [seat, "skip", content];
}
