// Who plays in this browser, and the games that they have sat down to.

import { ask } from "./ask.js";
import { keep, kept } from "./storage.js";

const GAMES = "phazed-games";
const NAME = "phazed-name";
const MOST_GAMES = 30;
const LONGEST_NAME = 24;

/** What the games are called. */
export const TITLES = { phazed: "Phazed", phazed_bonus: "Phazed Bonus", phasedout: "Phased Out" };

/** Who sits at the table of whoever wants to play at once. */
export const QUICK = { game: "phazed", seats: ["you", "casual", "casual", "casual"] };

export const playerName = () => String(kept(NAME, ""));
export const setPlayerName = (name) => keep(NAME, String(name).trim().slice(0, LONGEST_NAME));

/** The games of this browser, the latest first: `{ id, token, seat, game, names, when }`. */
export function remembered() {
  const games = kept(GAMES, []);
  if (!Array.isArray(games)) return [];
  return games.filter((game) => typeof game?.id === "string").sort((one, other) => other.when - one.when);
}

/** Remember a game, or what is new about one. */
export function remember(game) {
  const old = remembered().find((each) => each.id === game.id);
  const others = remembered().filter((each) => each.id !== game.id);
  keep(GAMES, [{ ...old, when: Date.now(), ...game }, ...others].slice(0, MOST_GAMES));
}

export const forget = (id) =>
  keep(
    GAMES,
    remembered().filter((game) => game.id !== id),
  );

/** Where a game that is remembered is played. */
export const address = ({ id, token }) =>
  `/table/${encodeURIComponent(id)}${token ? `#seat=${encodeURIComponent(token)}` : ""}`;

/** Make a table and remember it; gives back where it is. */
export async function create(order) {
  const name = playerName();
  const made = await ask("/api/games", { name: name || null, ...order });
  remember({ id: made.id, token: made.token, seat: made.seat, game: order.game, when: Date.now() });
  return made.address;
}

/** The remembered games that the server still has, each with what it knows of it; the others are forgotten here, too. */
export async function stillThere() {
  const games = remembered().slice(0, 12);
  if (!games.length) return [];
  const known = await ask(`/api/games?ids=${games.map((game) => encodeURIComponent(game.id)).join(",")}`);
  games.filter((game) => !known[game.id]).forEach((game) => forget(game.id));
  return games.flatMap((game) => (known[game.id] ? [{ game, known: known[game.id] }] : []));
}
