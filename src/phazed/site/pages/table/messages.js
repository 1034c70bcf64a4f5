// Types of the messages between browser and server, for the type checker: the shapes that
// `phazed.answers.table` declares. There is no code here, so no page loads this module.

/** @import { Play } from "../../components/plays.js" */
/** @import { Card, GameResult, Hand, HandResult, Phase, Step } from "../../components/types.js" */

// ------------------------------------------------------------------------------------------- from the browser

/** @typedef {{ do: "join", token: string | null, name: string | null }} JoinRequest */
/** @typedef {{ hand: number, at: number }} Position  The hand, and the number of its steps, that the browser knows. */
/**
 * @typedef {{ do: "play", play: Play } & Position
 *   | { do: "undo" | "hint" } & Position
 *   | { do: "check", phase: number, groups: string[] }
 *   | { do: "next" | "advance" | "rematch" | "start" | "take-over" | "resign" | "transfer" }
 *   | { do: "name", name: string }
 *   | { do: "fill", seat: number, who: string }
 *   | { do: "stand-in" | "nudge" | "remove", seat: number }
 *   | { do: "settings" } & Partial<TableSettings>
 *   | { do: "react", reaction: string }} Request
 */

// ------------------------------------------------------------------------------------------- parts of messages

/** @typedef {Hand & { number: number }} TableHand */
/** @typedef {{ points: number[], scores: number[], laid: (number | null)[] }} SheetRow */
/** @typedef {GameResult & { ranks: number[], seed: string }} FinalResult */
/** @typedef {{ owner: number, group: number, total: number, next: number }} OpenGroup */
/**
 * @typedef {object} Turn  Only for one's own turn there is more than the seat and the stage.
 * @property {number} seat
 * @property {"before" | "during"} stage  before or after the pick-up
 * @property {Play[]} [plays]
 * @property {OpenGroup | null} [open]
 * @property {boolean} [undo]
 */
/** @typedef {{ who: string, here: boolean, taken: boolean, stand_in: string | null, resigned: boolean }} SeatInfo */
/**
 * @typedef {{ listed: boolean, clock: "off" | "relaxed" | "quick", spectators: boolean, hints: boolean }} TableSettings
 *   What applies at the table, as the host has chosen or by default.
 */
/**
 * @typedef {{ turn: number | null, grace: number | null, next: number | null, fill: number | null }} Times  Seconds that
 *   are left for the turn, before a bot may play it, to the next hand, and until bots sit down.
 */
/**
 * @typedef {{ gives: boolean, names: string[], seats: SeatInfo[], ready: number[], spectators: string[],
 *   settings: TableSettings, times: Times }} Seating
 */

// ------------------------------------------------------------------------------------------- from the server

/**
 * @typedef {Seating & { kind: "table", id: string, code: string | null, host: boolean, links: Record<string, string>,
 *   rematch: string | null, game: string, title: string, seat: number | null, open: boolean, started: boolean,
 *   seeded: boolean, phases: Phase[], any_order: boolean, declares: boolean, stages: number[], max_hands: number,
 *   hand: TableHand | null, turn: Turn | null, sheet: SheetRow[], over: FinalResult | null }} TableMessage
 */
/** @typedef {Seating & { kind: "seats" }} SeatsMessage */
/**
 * @typedef {{ kind: "steps", hand: number, at: number, steps: Step[], turn: Turn | null, end: HandResult | null,
 *   sheet?: SheetRow[], over?: FinalResult | null, times?: Times }} StepsMessage
 */
/** @typedef {{ kind: "rematch", address: string | null, by?: string | null }} RematchMessage */
/** @typedef {{ kind: "reaction", seat: number, reaction: string }} ReactionMessage */
/**
 * @typedef {{ kind: "nudge", seat: number, by: string | null, left: number | null }} NudgeMessage  A reminder of the turn:
 *   by another player, or by the clock with the seconds that are left.
 */
/** @typedef {{ kind: "returned", hands: number, steps: Step[] }} ReturnedMessage  What a bot played for this player. */
/**
 * @typedef {{ kind: "error", re: number | null, reason: string, final?: boolean, lost?: boolean }} ErrorMessage
 *   `lost` is set in the browser, when the connection was lost before an answer came.
 */
/** @typedef {{ kind: "done" }} DoneReply */
/** @typedef {{ kind: "refused", rule: string, reason: string, cards: Card[] }} RefusedReply */
/** @typedef {{ kind: "check", flaws: (string | null)[], flaw: string | null }} CheckReply */
/**
 * @typedef {{ words: string, win: number[], phase: number[], out: number[] }} HintOption  Chances with the ends of their
 *   95 % intervals.
 */
/**
 * @typedef {{ kind: "hint", hints: string[], cards: Card[], play: Play, options: HintOption[], due: number[],
 *   legend: string }} HintReply
 */
/** @typedef {{ kind: "transfer", address: string }} TransferReply */
/** @typedef {DoneReply | RefusedReply | CheckReply | HintReply | TransferReply | ErrorMessage} Reply */
/**
 * @typedef {TableMessage | SeatsMessage | StepsMessage | RematchMessage | ReactionMessage | NudgeMessage
 *   | ReturnedMessage | ErrorMessage} Message
 */

export {};
