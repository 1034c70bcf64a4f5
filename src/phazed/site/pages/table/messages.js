// Types for the messages handled by `phazed.web.tables.messages`, used only by the type checker. No page loads this
// module, since it contains no code.

/** @import { ErrorMessage, Reply, ServerMessage, TableConditions } from "../../answers.js" */
/** @import { Play } from "../../components/plays.js" */

/** @typedef {{ do: "join", token: string | null, name: string | null }} JoinRequest */
/** @typedef {{ hand: number, at: number }} Position  The hand and number of steps known to the browser. */
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
/** @typedef {Reply | ErrorMessage} Answer  The answer to a request. */
/** @typedef {Exclude<ServerMessage, Reply>} Message  A message that does not answer a request, or an error. */

export {};
