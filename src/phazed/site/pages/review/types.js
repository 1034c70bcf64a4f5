// The review of a game as the server sends it: `GameReview.as_data` of `coach/review.py`.

/** @typedef {"inaccuracy" | "mistake" | "blunder"} Grade */
/** @typedef {[number, any]} Play  In the form of the course's functions. */
/**
 * @typedef {object} Mistake
 * @property {number} hand
 * @property {number} place  the number of the play in its hand
 * @property {number} turn
 * @property {number} seat
 * @property {Grade} grade
 * @property {string} kind
 * @property {string} words
 * @property {Play} best
 * @property {string} best_words
 * @property {number} win
 * @property {number} best_win
 * @property {number} loss
 * @property {number} error
 * @property {string[]} reasons
 */
/**
 * @typedef {object} Balance
 * @property {number} initial
 * @property {number} final
 * @property {number} own
 * @property {number} others
 * @property {number} luck
 * @property {number} error
 * @property {number} adjusted
 */
/**
 * @typedef {object} SeatReview
 * @property {string} name
 * @property {number | null} rank
 * @property {number} decisions
 * @property {number} accuracy
 * @property {Record<Grade, number>} grades
 * @property {Balance} balance
 */
/** @typedef {{ hand: number, place: number, win: number }} Point */
/** @typedef {{ seats: SeatReview[], mistakes: Mistake[], chances: Point[][] }} Review */
/** @typedef {{ state: "running", done: number, total: number } | { state: "done", review: Review }} ReviewReply */

export {};
