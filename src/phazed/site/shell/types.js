// Types of requests and of what this browser remembers, for the type checker. There is no code here, so no page loads this
// module.

/**
 * @typedef {{ game: string, seats: string[], name?: string | null, seed?: string, listed?: boolean, clock?: string }}
 *   TableRequest  A table to be made.
 */
/**
 * @typedef {{ game?: string, match?: number, hand: number, plays: number, seat?: number | null }} Source  A moment of a
 *   finished game from which to play on; without a seat, that of the player whose turn it is.
 */
/**
 * @typedef {{ id: string, token?: string | null, seat?: number | null, game?: string, names?: string[], when: number,
 *   over?: boolean, daily?: string, continued?: boolean }} RememberedGame  A game that this browser remembers.
 */

export {};
