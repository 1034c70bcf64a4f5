// Types for the state of a game, used only by the type checker. No page loads this module, since it contains no code.

/** @import { Frames, Hand, Step } from "../answers.js" */

/** @typedef {string} Card  Value and suit as in "0H"; "ZZ" is a joker, "XX" a hidden card. */

/** @typedef {Pick<Hand, "scores" | "done" | "dealt" | "discard" | "deck">} Deal  The start of a hand. */
/** @typedef {Pick<Frames, "phases" | "any_order" | "stages">} Rules */
/** @typedef {Rules & Pick<Frames, "names">} NamedRules */

/** @typedef {{ phase: number | null, groups: Card[][] }} LaidPhase */
/**
 * @typedef {object} State  The cards between two steps.
 * @property {Card[][]} hands
 * @property {LaidPhase[]} table
 * @property {Card[]} pile
 * @property {number} deck
 * @property {number[][]} done
 * @property {boolean[]} skips
 * @property {number[]} scores
 */

/**
 * @typedef {object} Moment  A moment of a replay: a deal, a step, the end of a hand, or the end of the game.
 * @property {"deal" | "step" | "end" | "over"} kind
 * @property {number} hand
 * @property {number} at
 * @property {Step | null} step
 * @property {number | null} turn
 * @property {State} state
 */

/** @typedef {string | { card: Card } | { seat: number }} Part  A part of a sentence. */

export {};
