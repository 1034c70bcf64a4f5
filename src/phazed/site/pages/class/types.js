// Types of what the server of a class answers, for the type checker. There is no code here, so no page loads this module.

/**
 * @typedef {object} FinalState  What everybody may know about the final.
 * @property {"planned" | "running" | "over"} state
 * @property {string} seed_hash
 * @property {string | null} [seed]
 * @property {string} [why]  why it is played again
 * @property {number} [bots]
 */
/**
 * @typedef {object} Me  Who is signed in, and facts about the class: `/api/class/me`.
 * @property {string} title
 * @property {string} game
 * @property {string} game_title
 * @property {number | null} deadline  in seconds since the epoch, as all times
 * @property {boolean} guests
 * @property {FinalState} final
 * @property {"student" | "teacher" | null} role
 * @property {string} [name]
 * @property {string | null} [nickname]
 * @property {string} [shown]
 * @property {string} [csrf]
 * @property {string | null} [key]
 */

/**
 * @typedef {object} Standing  What is known about a bot of the ladder.
 * @property {number} mu
 * @property {number} sigma
 * @property {number} rank  0 if it is not ranked
 * @property {number} low
 * @property {number} high
 * @property {number} matches
 * @property {number} wins
 * @property {string[]} beats  the built-in players that it is clearly stronger than
 */
/**
 * @typedef {object} Version  A submission, in the list of its author.
 * @property {number} id
 * @property {number} version
 * @property {string} title
 * @property {number} submitted
 * @property {boolean} late
 * @property {"waiting" | "passed" | "failed"} state
 * @property {boolean} active
 * @property {string | null} resting
 * @property {string | null} disqualified
 * @property {Standing | null} standing
 * @property {boolean} graded  whether there is a published grade
 */
/** @typedef {Version & { check: import("../../answers.js").Check | null }} CheckedVersion */
/** @typedef {{ main: string, files: { path: string, text: string }[] }} Code */

/**
 * @typedef {Standing & { name: string, milestone: boolean, submission?: number, version?: number, late?: boolean,
 *   resting?: string | null, disqualified?: string | null, moved?: number | null, person?: number, full_name?: string,
 *   number?: string, section?: string }} BoardRow
 */
/** @typedef {{ played: number, waiting: number, paused: boolean, own: number[], rows: BoardRow[] }} Board */

/** @typedef {{ time: number, matches: number, mu: number, sigma: number, rank: number, low: number, high: number }} Rated */
/** @typedef {{ match: number, names: string[], ranks: number[], seat: number, error: number | null }} BotMatch */
/** @typedef {{ name: string, met: number, ahead: number }} MilestoneResult */
/**
 * @typedef {object} BotError
 * @property {number} match
 * @property {string} kind
 * @property {string} reason
 * @property {string} traceback
 * @property {string} call
 * @property {string} answer
 * @property {string} printed
 */
/**
 * @typedef {object} BotPage
 * @property {number} submission
 * @property {string} name
 * @property {number} version
 * @property {number} submitted
 * @property {boolean} late
 * @property {boolean} active
 * @property {string | null} resting
 * @property {string | null} disqualified
 * @property {Standing | null} standing
 * @property {Rated[]} history
 * @property {{ id: number, version: number, submitted: number }[]} versions
 * @property {boolean} private  whether the visitor may see everything about it
 * @property {string[]} analyses
 * @property {number} played
 * @property {BotMatch[]} matches
 * @property {MilestoneResult[]} milestones
 * @property {BotError[] | null} errors
 */
/**
 * @typedef {{ person: number, place: number, name: string, full_name?: string, games: number, places: number[],
 *   points: number, adjusted: number | null }} LeagueRow
 */
/** @typedef {{ rounds: number, rows: LeagueRow[] }} League */
/** @typedef {{ round: number | null, address?: string, over?: boolean }} CurrentRound */

/** @typedef {{ id: number, version: number, state: string, late: boolean, resting: string | null, disqualified: string | null }} StudentVersion */
/**
 * @typedef {object} Student
 * @property {number} id
 * @property {string} name
 * @property {string} number
 * @property {string} section
 * @property {string | null} nickname
 * @property {number | null} joined
 * @property {string} link
 * @property {number} versions
 * @property {StudentVersion | null} active
 * @property {StudentVersion | null} latest
 */
/**
 * @typedef {object} ClassSettings
 * @property {string} title
 * @property {string} game
 * @property {number | null} deadline
 * @property {boolean} guests
 * @property {boolean} ladder
 * @property {number} final_matches
 * @property {number} errors
 */
/**
 * @typedef {object} Overview  Everything that the teacher's page shows.
 * @property {ClassSettings} settings
 * @property {FinalState} final
 * @property {Student[]} students
 * @property {number[]} present
 * @property {{ time: number, what: string }[]} events
 * @property {number} matches
 * @property {number} waiting
 * @property {string | null} failure
 * @property {{ id: number, time: number, game: string, clock: string }[]} rounds
 * @property {string[]} [features]
 */

/**
 * @typedef {{ name: string, kind: "person" | "bot", connected: boolean, stand_in: boolean, phases: number, score: number,
 *   cards: number }} LiveSeat
 */
/**
 * @typedef {{ id: string, code: string | null, game: string, title: string, started: boolean, over: boolean,
 *   hand: number, turn: number | null, idle: number | null, spectators: string[], seats: LiveSeat[] }} LiveTable
 */
/** @typedef {{ tables: LiveTable[], present: number, address: string }} LiveTables */

export {};
