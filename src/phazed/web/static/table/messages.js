// Types of the messages between browser and server, for the type checker: the shapes that
// `phazed.web.tables.messages` declares. There is no code here, so no page loads this module.

/** @import { Card, GameResult, Hand, HandResult, Phase, Step } from "/viewer/types.js" */

// ------------------------------------------------------------------------------------------- from the browser

/** @typedef {{ do: "join", token: string | null, name: string | null }} JoinRequest */
/** @typedef {{ hand: number, at: number }} Position  The hand, and the number of its steps, that the browser knows. */
/**
 * @typedef {{ do: "play", play: string } & Position
 *   | { do: "undo" | "hint" } & Position
 *   | { do: "check", phase: number, groups: string[] }
 *   | { do: "next" | "advance" | "rematch" }
 *   | { do: "name", name: string }
 *   | { do: "fill", seat: number, who: string }
 *   | { do: "stand-in", seat: number }} Request
 */

// ------------------------------------------------------------------------------------------- parts of messages

/** @typedef {Hand & { number: number }} TableHand */
/** @typedef {{ points: number[], scores: number[], laid: (number | null)[] }} SheetRow */
/** @typedef {GameResult & { ranks: number[], seed: string }} FinalResult */
/** @typedef {{ phase: number, ways: string[][] }} PhaseWays */
/** @typedef {{ owner: number, group: number, total: number, next: number }} OpenGroup */
/** @typedef {[card: Card, owner: number, group: number, index: number]} AddTarget */
/**
 * @typedef {object} Turn  Only for one's own turn there is more than the seat and the stage.
 * @property {number} seat
 * @property {"before" | "during"} stage  before or after the pick-up
 * @property {boolean} [take]
 * @property {PhaseWays[]} [phases]
 * @property {AddTarget[]} [adds]
 * @property {Card[]} [discards]
 * @property {number[]} [skips]
 * @property {OpenGroup | null} [open]
 * @property {boolean} [undo]
 */
/** @typedef {{ who: string, here: boolean, taken: boolean, stand_in: string | null }} SeatInfo */
/** @typedef {{ gives: boolean, names: string[], seats: SeatInfo[], ready: number[] }} Seating */

// ------------------------------------------------------------------------------------------- from the server

/**
 * @typedef {Seating & { kind: "table", id: string, host: boolean, links: Record<string, string>,
 *   rematch: string | null, game: string, title: string, seat: number | null, open: boolean, started: boolean,
 *   seeded: boolean, phases: Phase[], any_order: boolean, declares: boolean, stages: number[], max_hands: number,
 *   hand: TableHand | null, turn: Turn | null, sheet: SheetRow[], over: FinalResult | null }} TableMessage
 */
/** @typedef {Seating & { kind: "seats" }} SeatsMessage */
/**
 * @typedef {{ kind: "steps", hand: number, at: number, steps: Step[], turn: Turn | null, end: HandResult | null,
 *   sheet?: SheetRow[], over?: FinalResult | null }} StepsMessage
 */
/** @typedef {{ kind: "rematch", address: string | null, by?: string | null }} RematchMessage */
/**
 * @typedef {{ kind: "error", re: number | null, reason: string, final?: boolean, lost?: boolean }} ErrorMessage
 *   `lost` is set in the browser, when the connection was lost before an answer came.
 */
/** @typedef {{ kind: "done" }} DoneReply */
/** @typedef {{ kind: "refused", rule: string, reason: string, cards: Card[] }} RefusedReply */
/** @typedef {{ kind: "check", flaws: (string | null)[], flaw: string | null }} CheckReply */
/**
 * @typedef {{ play: string, win: number[], phase: number[], out: number[] }} HintOption  Chances with the ends of their
 *   95 % intervals.
 */
/**
 * @typedef {{ kind: "hint", hints: string[], cards: Card[], play: string, options: HintOption[], due: number[],
 *   legend: string }} HintReply
 */
/** @typedef {DoneReply | RefusedReply | CheckReply | HintReply | ErrorMessage} Reply */
/** @typedef {TableMessage | SeatsMessage | StepsMessage | RematchMessage | ErrorMessage} Message */

export {};
