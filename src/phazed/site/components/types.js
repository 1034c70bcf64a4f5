// Types of the data that the pages show, for the type checker. There is no code here, so no page loads this module.

/** @typedef {string} Card  Value and suit as in "0H"; "ZZ" is a joker, "XX" a hidden card. */

/**
 * @typedef {[number, "draw" | "take" | "discard", Card]
 *   | [seat: number, verb: "phase", phase: number, groups: string[]]
 *   | [seat: number, verb: "add", card: Card, owner: number, group: number, index: number]
 *   | [seat: number, verb: "skip", other: number]
 *   | [seat: number, verb: "miss"]} Step  One step of a hand, as `phazed.game.frames` lists them.
 */

/** @typedef {{ noun: string, one_colour: boolean }} GroupKind */
/** @typedef {{ name: string, groups: GroupKind[] }} Phase */
/** @typedef {{ why: string, points: number[], scores: number[], left?: string[] }} HandResult */

/**
 * @typedef {object} Deal  A hand as it begins.
 * @property {number[]} scores
 * @property {number[][]} done  the phases that each seat has completed
 * @property {string[]} dealt
 * @property {Card | null} [discard]
 * @property {number} deck  the number of cards in it
 */
/** @typedef {Deal & { dealer: number, steps: Step[], end: HandResult | null }} Hand */

/**
 * @typedef {object} GameError  The error of a bot that ended the game.
 * @property {number} seat
 * @property {string} [kind]
 * @property {string} reason
 * @property {string} [call]
 * @property {string} [answer]
 * @property {string} [traceback]
 */
/** @typedef {{ ranks: number[] | null, scores: number[], done: number[][], error: GameError | null }} GameResult */

/** @typedef {{ phases: Phase[], any_order: boolean, stages: number[] }} Rules */
/** @typedef {Rules & { names: string[] }} NamedRules */
/**
 * @typedef {NamedRules & { game: string, title?: string, game_title?: string, seed?: string | null, hands: Hand[],
 *   end: GameResult | null }} Frames  A whole game, as `phazed.game.frames` makes it.
 */

/** @typedef {{ phase: number | null, groups: Card[][] }} LaidPhase */
/**
 * @typedef {object} State  What lies on the table between two steps.
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

/** @typedef {string | { card: Card } | { seat: number }} Part  A piece of a sentence. */

export {};
