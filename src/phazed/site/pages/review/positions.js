// The positions of a review: which moment of the replay a play was made in.

/** @import { Frames, Decision } from "../../answers.js" */
/** @import { Moment } from "../../components/types.js" */

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
 * @param {Pick<Decision, "hand" | "place" | "seat">} mistake
 * @returns {Moment}
 */
export function momentBefore(moments, plays, { hand, place, seat }) {
  const at = plays[hand][place] ?? 0;
  const found = moments.find((moment) => moment.hand === hand && moment.at === at && moment.kind !== "over");
  if (!found) throw new Error("the review is of another game");
  return { ...found, turn: seat, step: found.step?.[0] === seat ? found.step : null };
}
