// Types of the review's page.

/** @typedef {"inaccuracy" | "mistake" | "blunder"} MistakeGrade */
/**
 * @typedef {{ state: "running", done: number, total: number }
 *   | { state: "done", review: import("../../answers.js").GameReview }} ReviewReply
 */

export {};
