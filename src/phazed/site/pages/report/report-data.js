// The report's data: types, derived figures and searching.

/** @import { Error as ErrorEntry, RankedBot, Ranking } from "../../answers.js" */

/**
 * @typedef {RankedBot & { low: number, high: number, mu: number, sigma: number, index?: number }} Bot  A row in the
 *   ranking, with its index in the summary. Only bots with a rank have a rating, and only their ratings are shown.
 */
/** @typedef {Omit<Ranking, "bots"> & { bots: Bot[] }} Summary */
/** @typedef {Ranking["matches"][number]} Match */
/** @typedef {{ bot: number, kind: string, errors: ErrorEntry[] }} ErrorGroup */
/**
 * @typedef {{ summary: Summary, bots: Bot[], matches: Match[], errors: ErrorEntry[], ranked: Bot[], field: Bot[],
 *   means: (number | null)[], live: boolean, anyReplay: boolean, replays: Set<number>, replayPath: (id: number) =>
 *   string, files: string, openBot: (bot: Bot) => void, findMatches: (text: string) => void }} ReportPage
 *   The data and functions shared by the sections of the report.
 */
/** @typedef {{ id?: number | null, exact?: string, like?: string }} Term */

/** @param {number | null} share */
export const hundredth = (share) => (share === null ? "·" : String(Math.round(share * 100)));

/**
 * For each phase, the mean share over the bots for which it was due at least once; `null` if there are none.
 * @param {Bot[]} bots @param {string[]} phases
 */
export function fieldMeans(bots, phases) {
  return phases.map((_, at) => {
    const shares = bots.flatMap((bot) => phaseShare(bot, at) ?? []);
    return shares.length ? shares.reduce((sum, share) => sum + share, 0) / shares.length : null;
  });
}

/**
 * The share of hands in which the bot completed the phase, among those in which it was due; `null` if it never was.
 * @param {Bot} bot @param {number} at
 */
export function phaseShare(bot, at) {
  const [due, completed] = bot.phases[at] ?? [0, 0];
  return due ? completed / due : null;
}

/** The bot's mean place; an error counts as last place. @param {Bot} bot */
export function meanPlace(bot) {
  if (!bot.matches) return null;
  const sum = bot.places.reduce((total, times, at) => total + times * (at + 1), 0);
  return (sum + bot.errors * 4) / Math.max(bot.places.reduce((one, other) => one + other, 0) + bot.errors, 1);
}

/**
 * The terms of a search for matches. They are separated by commas, and all must match; a quoted term is an exact name.
 * @param {string} text @returns {Term[]}
 */
export function terms(text) {
  const parts = text.match(/"[^"]*"|[^,"]+/g) ?? [];
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      if (/^#\d+$/.test(part)) return { id: Number(part.slice(1)) };
      if (part.startsWith('"')) return { exact: part.slice(1, -1) };
      return { like: part.toLowerCase(), id: /^\d+$/.test(part) ? Number(part) : null };
    });
}

/**
 * The matches found by a search; `only` is "", "replay", "error" or "regular".
 * @param {Match[]} matches
 * @param {Bot[]} bots
 * @param {string} text
 * @param {string} only
 */
export function findMatches(matches, bots, text, only) {
  const asked = terms(text).map(({ id, exact, like }) => {
    const wanted = bots.map((bot) =>
      exact !== undefined ? bot.name === exact : like !== undefined && bot.name.toLowerCase().includes(like),
    );
    return (/** @type {Match} */ match) => match[0] === id || match[1].some((bot) => wanted[bot]);
  });
  /** @type {Record<string, (match: Match) => boolean>} */
  const kept = {
    replay: (match) => Boolean(match[6]),
    error: (match) => match[3] !== null,
    regular: (match) => match[3] === null,
  };
  if (kept[only]) asked.push(kept[only]);
  return asked.length ? matches.filter((match) => asked.every((holds) => holds(match))) : matches;
}

/**
 * The seats of a match from first to last; after an error, the offender comes last.
 * @param {Match} match
 */
export function inPlaces([, players, ranks, offender]) {
  const seats = players.map((_, seat) => seat);
  /** @param {number} seat */
  const key = (seat) => (ranks ? ranks[seat] : seat === offender ? 9 : 0);
  return seats.sort((one, other) => key(one) - key(other) || one - other);
}

/** The errors grouped by bot and kind, those of better bots first. @param {ErrorEntry[]} errors @returns {ErrorGroup[]} */
export function errorGroups(errors) {
  /** @type {Map<string, ErrorGroup>} */
  const groups = new Map();
  for (const error of errors) {
    const key = `${error.bot}/${error.kind}`;
    const group = groups.get(key) ?? { bot: error.bot, kind: error.kind, errors: [] };
    group.errors.push(error);
    groups.set(key, group);
  }
  return [...groups.values()].sort((one, other) => one.bot - other.bot || other.errors.length - one.errors.length);
}

/** @param {string} one @param {string} other */
const compareTexts = (one, other) => one.localeCompare(other, "en", { numeric: true });

/**
 * Rows sorted by a column's value; rows without a value come last in both directions.
 * @param {Bot[]} rows
 * @param {(bot: Bot) => string | number | null} value
 * @param {boolean} down
 */
export function sorted(rows, value, down) {
  const way = down ? -1 : 1;
  return [...rows].sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const order = typeof a === "number" && typeof b === "number" ? a - b : compareTexts(String(a), String(b));
    return order * way;
  });
}
