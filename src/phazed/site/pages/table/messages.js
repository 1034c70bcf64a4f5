// Types of the messages that `phazed.web.tables.messages` reads, for the type checker. There is no code here, so no page loads
// this module.

/** @import { ErrorMessage, Reply, ServerMessage, TableConditions } from "../../answers.js" */
/** @import { Play } from "../../components/plays.js" */

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
 *   | { do: "settings" } & Partial<TableConditions>
 *   | { do: "react", reaction: string }} Request
 */
/** @typedef {Reply | ErrorMessage} Answer  To a request. */
/** @typedef {Exclude<ServerMessage, Reply>} Message  One that is no answer, or an error. */

export {};
