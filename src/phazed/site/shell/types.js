// Types of what the server answers by HTTP, for the type checker. There is no code here, so no page loads this module.

/** @import { Phase } from "../components/types.js" */

/** @typedef {{ name: string, title: string, about: string }} Level */
/**
 * @typedef {{ name: string, title: string, about: string, phases: Phase[], any_order: boolean, max_hands: number }}
 *   GameOption
 */
/**
 * @typedef {{ games: GameOption[], levels: Level[], results: boolean, classroom: boolean, version: string,
 *   share: string[] }} Options  What `/api/options` answers.
 */
/**
 * @typedef {{ id: string, game: string, title: string, names: string[], full: boolean, started: boolean, over: boolean,
 *   hand: number, ranks: number[] | null, scores: number[] | null, laid: (number | null)[][] | null,
 *   accuracy: number[] | null }} GameSummary  What everybody may know about a game.
 */
/**
 * @typedef {{ game: string, seats: string[], name?: string | null, seed?: string, listed?: boolean, clock?: string }}
 *   NewTable  A table to be made.
 */
/**
 * @typedef {{ code: string, title: string, host: string, people: number, free: number, fill: number | null }} OpenTable
 *   A table that waits for players.
 */
/**
 * @typedef {{ id: string, code: string, title: string, host: string, free: number, started: boolean,
 *   spectators: boolean, own: boolean }} FoundTable  The table of a code; `own` if this browser has a seat there.
 */
/**
 * @typedef {{ game?: string, match?: number, hand: number, plays: number, seat?: number | null }} Source  A moment of a
 *   finished game from which to play on; without a seat, that of the player whose turn it is.
 */
/**
 * @typedef {{ id: string, token?: string | null, seat?: number | null, game?: string, names?: string[], when: number,
 *   over?: boolean, daily?: string }} RememberedGame  A game that this browser remembers.
 */

export {};
