// The player's name, and the games that this browser remembers.

/** @import { GameSummary } from "../answers.js" */
/** @import { TableRequest, RememberedGame, Source } from "./types.js" */
import { ask } from "./ask.js";
import { load, save } from "./storage.js";

const GAMES = "phazed-games";
const NAME = "phazed-name";
const TOUR = "phazed-tour"; // whether the table was explained already
const MAX_GAMES = 200;
const MAX_SHOWN = 12;
const MAX_ASKED = 20; // games in one request
const MAX_NAME_LENGTH = 24;

/** The table of a player who wants to play at once. @type {TableRequest} */
export const QUICK = { game: "phazed", seats: ["you", "casual", "casual", "casual"] };

export const playerName = () => String(load(NAME, ""));
/** @param {string} name */
export const setPlayerName = (name) => save(NAME, name.trim().slice(0, MAX_NAME_LENGTH));

/** The games of this browser, the latest first. @returns {RememberedGame[]} */
export function remembered() {
  const games = load(GAMES, []);
  if (!Array.isArray(games)) return [];
  return games.filter((game) => typeof game?.id === "string").sort((one, other) => other.when - one.when);
}

/** Remember a game, or what is new about one. @param {Partial<RememberedGame> & { id: string }} game */
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

/** Make a table and remember it; returns its address. @param {TableRequest} table @returns {Promise<string>} */
export async function create(table) {
  const made = await ask("/api/games", { name: playerName() || null, ...table });
  remember({ id: made.id, token: made.token, seat: made.seat, game: table.game, when: Date.now() });
  return made.address;
}

/** The address of a table to play at once: for a newcomer, with a guided first hand. */
export async function createQuick() {
  return load(TOUR, false) === true ? create(QUICK) : createLesson();
}

/** Make a table with a guided first hand; returns its address. */
export async function createLesson() {
  const made = await ask("/api/games", { name: playerName() || null, lesson: true });
  remember({ id: made.id, token: made.token, seat: made.seat, game: "phazed", when: Date.now() });
  return String(made.address).replace("#", "?lesson#");
}

/** Make a table that goes on from a moment of a finished game; returns its address. @param {Source} from */
export async function playOn(from) {
  const made = await ask("/api/games", { name: playerName() || null, from });
  remember({ id: made.id, token: made.token, seat: made.seat, when: Date.now() });
  return String(made.address);
}

/** Make a table with the deal of the day; returns its address. @param {string} day */
export async function createDaily(day) {
  const made = await ask("/api/games", { name: playerName() || null, daily: true });
  remember({ id: made.id, token: made.token, seat: made.seat, game: "phazed", when: Date.now(), daily: day });
  return String(made.address);
}

/**
 * Take a free seat, at the table of the code or, without one, at any table that waits for players; returns its address.
 * @param {string} [code]
 */
export async function join(code) {
  const made = await ask("/api/join", { name: playerName() || null, ...(code ? { code } : {}) });
  remember({ id: made.id, token: made.token, seat: made.seat, when: Date.now() });
  return String(made.address);
}

/** What the server knows about games, asked for in groups. @param {string[]} ids */
export async function summaries(ids) {
  /** @type {Record<string, GameSummary>} */
  const known = {};
  for (let at = 0; at < ids.length; at += MAX_ASKED) {
    const some = ids.slice(at, at + MAX_ASKED).map(encodeURIComponent);
    Object.assign(known, await ask(`/api/games?ids=${some.join(",")}`));
  }
  return known;
}

/** The remembered games that the server still has, with what it knows about them; the others are forgotten. */
export async function existingGames() {
  const games = remembered().slice(0, MAX_SHOWN);
  if (!games.length) return [];
  /** @type {Record<string, GameSummary>} */
  const known = await ask(`/api/games?ids=${games.map((game) => encodeURIComponent(game.id)).join(",")}`);
  for (const game of games) if (!known[game.id]) forget(game.id);
  return games.flatMap((game) => (known[game.id] ? [{ game, known: known[game.id] }] : []));
}
