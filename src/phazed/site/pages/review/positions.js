// The positions of a review: which moment of the replay a play was made in, and plays as steps.

/** @import { Frames, Moment, Step } from "../../components/types.js" */
/** @import { Mistake } from "../../answers.js" */
/** @import { Play } from "./types.js" */
import { HIDDEN } from "../../components/cards.js";

/**
 * For each hand, the numbers of the steps that are plays: turns that are missed are steps, but no plays.
 * @param {Frames} frames
 */
export const playsOf = (frames) =>
  frames.hands.map((hand) => hand.steps.flatMap((step, at) => (step[1] === "miss" ? [] : [at])));

/**
 * The moment before the play, with the turn of its seat.
 * @param {Moment[]} moments
 * @param {number[][]} plays
 * @param {Pick<Mistake, "hand" | "place" | "seat">} mistake
 * @returns {Moment}
 */
export function momentBefore(moments, plays, { hand, place, seat }) {
  const at = plays[hand][place] ?? 0;
  const found = moments.find((moment) => moment.hand === hand && moment.at === at && moment.kind !== "over");
  if (!found) throw new Error("the review is of another game");
  return { ...found, turn: seat, step: found.step?.[0] === seat ? found.step : null };
}

/** A play as a step of the seat. @param {number} seat @param {Play} play @param {number[]} done @returns {Step} */
export function stepOf(seat, [kind, content], done) {
  if (kind === 1) return [seat, "draw", HIDDEN];
  if (kind === 2) return [seat, "take", content];
  if (kind === 3) {
    const [phase, groups] = typeof content[0] === "number" ? content : [done.length + 1, content];
    return [seat, "phase", phase, groups.map((/** @type {string[]} */ group) => group.join(" "))];
  }
  if (kind === 4) return [seat, "add", content[0], content[1][0], content[1][1], content[1][2]];
  return kind === 5 ? [seat, "discard", content] : [seat, "skip", content];
}
