// Types for requests and for data stored in this browser, used only by the type checker. No page loads this module,
// since it contains no code.

/**
 * @typedef {{ game: string, seats: string[], name?: string | null, seed?: string, listed?: boolean, clock?: string }}
 *   TableRequest  A request for a new table.
 */
/**
 * @typedef {{ game?: string, match?: number, hand: number, plays: number, seat?: number | null }} Source  A moment in a
 *   finished game from which to continue; without a seat, in that of the player whose turn it is.
 */
/**
 * @typedef {{ id: string, token?: string | null, seat?: number | null, game?: string, names?: string[], when: number,
 *   over?: boolean, daily?: string, continued?: boolean }} RememberedGame  A game that this browser remembers.
 */

export {};
