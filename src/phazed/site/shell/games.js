// The player's name, and the games that this browser remembers.

/** @import { GameSummary } from "../answers.js" */
/** @import { TableRequest, RememberedGame, Source } from "./types.js" */
import { ask } from "./ask.js";
import { load, save } from "./storage.js";

const GAMES = "phazed-games";
const NAME = "phazed-name";
const TOUR = "phazed-tour"; // whether the tour has been shown
const MAX_GAMES = 200;
const MAX_SHOWN = 12;
const MAX_ASKED = 20; // maximum number of games in one request
const MAX_NAME_LENGTH = 24;

/** The table created by "Play now". @type {TableRequest} */
export const QUICK = { game: "phazed", seats: ["you", "casual", "casual", "casual"] };

export const playerName = () => String(load(NAME, ""));
/** @param {string} name */
export const setPlayerName = (name) => save(NAME, name.trim().slice(0, MAX_NAME_LENGTH));

/** The games played in this browser, latest first. @returns {RememberedGame[]} */
export function remembered() {
  const games = load(GAMES, []);
  if (!Array.isArray(games)) return [];
  return games.filter((game) => typeof game?.id === "string").sort((one, other) => other.when - one.when);
}

/** Remember a game, or update a remembered one. @param {Partial<RememberedGame> & { id: string }} game */
export function remember(game) {
  const old = remembered().find((each) => each.id === game.id);
  const others = remembered().filter((each) => each.id !== game.id);
  save(GAMES, [{ ...old, when: Date.now(), ...game }, ...others].slice(0, MAX_GAMES));
}

/** @param {string} id */
export const forget = (id) =>
  save(
    GAMES,
    remembered().filter((game) => game.id !== id),
  );

/** The address of a remembered game. @param {RememberedGame} game */
export const address = ({ id, token }) =>
  `/table/${encodeURIComponent(id)}${token ? `#seat=${encodeURIComponent(token)}` : ""}`;

/** Create and remember a table, and return its address. @param {TableRequest} table @returns {Promise<string>} */
export async function create(table) {
  const made = await ask("/api/games", { name: playerName() || null, ...table });
  remember({ id: made.id, token: made.token, seat: made.seat, game: table.game, when: Date.now() });
  return made.address;
}

/** Create a table for playing immediately, with a guided first hand for newcomers, and return its address. */
export async function createQuick() {
  return load(TOUR, false) === true ? create(QUICK) : createLesson();
}

/** Create a table with a guided first hand and return its address. */
export async function createLesson() {
  const made = await ask("/api/games", { name: playerName() || null, lesson: true });
  remember({ id: made.id, token: made.token, seat: made.seat, game: "phazed", when: Date.now() });
  return String(made.address).replace("#", "?lesson#");
}

/** Create a table that continues from a moment in a finished game, and return its address. @param {Source} from */
export async function playOn(from) {
  const made = await ask("/api/games", { name: playerName() || null, from });
  remember({ id: made.id, token: made.token, seat: made.seat, when: Date.now(), continued: true });
  return String(made.address);
}

/** Create a table with the daily deal, and return its address. @param {string} day */
export async function createDaily(day) {
  const made = await ask("/api/games", { name: playerName() || null, daily: true });
  remember({ id: made.id, token: made.token, seat: made.seat, game: "phazed", when: Date.now(), daily: day });
  return String(made.address);
}

/**
 * Take a free seat at the table with the code or, without a code, at any open table, and return its address.
 * @param {string} [code]
 */
export async function join(code) {
  const made = await ask("/api/join", { name: playerName() || null, ...(code ? { code } : {}) });
  remember({ id: made.id, token: made.token, seat: made.seat, when: Date.now() });
  return String(made.address);
}

/** The server's summaries of games, requested in batches. @param {string[]} ids */
export async function summaries(ids) {
  /** @type {Record<string, GameSummary>} */
  const known = {};
  for (let at = 0; at < ids.length; at += MAX_ASKED) {
    const some = ids.slice(at, at + MAX_ASKED).map(encodeURIComponent);
    Object.assign(known, await ask(`/api/games?ids=${some.join(",")}`));
  }
  return known;
}

/** The remembered games that still exist, with their summaries; the others are forgotten. */
export async function existingGames() {
  const games = remembered().slice(0, MAX_SHOWN);
  if (!games.length) return [];
  /** @type {Record<string, GameSummary>} */
  const known = await ask(`/api/games?ids=${games.map((game) => encodeURIComponent(game.id)).join(",")}`);
  for (const game of games) if (!known[game.id]) forget(game.id);
  return games.flatMap((game) => (known[game.id] ? [{ game, known: known[game.id] }] : []));
}
