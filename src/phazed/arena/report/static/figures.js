// What the report computes and how it writes numbers: functions from data to data, without a page.

export const count = (number) => Math.round(number).toLocaleString("en");
export const plural = (number, noun) =>
  `${count(number)} ${noun}${number === 1 ? "" : noun.endsWith("ch") ? "es" : "s"}`;
export const hundredth = (share) => (share === null ? "·" : String(Math.round(share * 100)));
export const percent = (share, digits = 0) => (share === null ? "–" : `${(share * 100).toFixed(digits)} %`);

/** A time in the unit in which it is read best. */
export function duration(seconds) {
  if (seconds < 1e-3) return `${(seconds * 1e6).toFixed(0)} µs`;
  if (seconds < 1) return `${(seconds * 1e3).toPrecision(3).replace(/\.?0+$/, "")} ms`;
  if (seconds < 120) return `${Number(seconds.toFixed(1))} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h ${String(Math.round((seconds % 3600) / 60)).padStart(2, "0")} min`;
}

export const ordinal = (number) =>
  `${number}${number % 100 > 10 && number % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th")}`;

/** A number of bytes in megabytes. */
export function megabytes(bytes) {
  return `${Number((bytes / (1 << 20)).toPrecision(3))} MB`;
}

/** The mean share of the bots that have been due at all, phase by phase; `null` where nobody was. */
export function fieldMeans(bots, phases) {
  return phases.map((_, at) => {
    const shares = bots.map((bot) => phaseShare(bot, at)).filter((share) => share !== null);
    return shares.length ? shares.reduce((sum, share) => sum + share, 0) / shares.length : null;
  });
}

/** In what share of the hands in which it was due the bot completed a phase; `null` if it never was. */
export function phaseShare(bot, at) {
  const [due, completed] = bot.phases[at] ?? [0, 0];
  return due ? completed / due : null;
}

/** The mean of its places, an error counting as the last. */
export function meanPlace(bot) {
  if (!bot.matches) return null;
  const sum = bot.places.reduce((total, times, at) => total + times * (at + 1), 0);
  return (sum + bot.errors * 4) / Math.max(bot.places.reduce((one, other) => one + other, 0) + bot.errors, 1);
}

/** What a search for matches asks for: parts between commas, all of which must hold; in quotes, an exact name. */
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

/** The matches that a search finds; `only` is "", "replay", "error" or "regular". */
export function findMatches(matches, bots, text, only) {
  const asked = terms(text).map(({ id, exact, like }) => {
    const wanted = bots.map((bot) =>
      exact !== undefined ? bot.name === exact : like !== undefined && bot.name.toLowerCase().includes(like),
    );
    return (match) => match[0] === id || match[1].some((bot) => wanted[bot]);
  });
  const kept = {
    replay: (match) => match[6],
    error: (match) => match[3] !== null,
    regular: (match) => match[3] === null,
  };
  if (kept[only]) asked.push(kept[only]);
  return asked.length ? matches.filter((match) => asked.every((holds) => holds(match))) : matches;
}

/** The seats of a match in the order of their places; after an error its maker comes last, the others as they sat. */
export function inPlaces([, players, ranks, offender]) {
  const seats = players.map((_, seat) => seat);
  const key = (seat) => (ranks ? ranks[seat] : seat === offender ? 9 : 0);
  return seats.sort((one, other) => key(one) - key(other) || one - other);
}

/** The errors by bot and kind, those of the better bots first. */
export function errorGroups(errors) {
  const groups = new Map();
  for (const error of errors) {
    const key = `${error.bot}/${error.kind}`;
    if (!groups.has(key)) groups.set(key, { bot: error.bot, kind: error.kind, errors: [] });
    groups.get(key).errors.push(error);
  }
  return [...groups.values()].sort((one, other) => one.bot - other.bot || other.errors.length - one.errors.length);
}

/** Rows by a column's value, those without one last whichever way. */
export function sorted(rows, value, down) {
  const way = down ? -1 : 1;
  return [...rows].sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return (a === null) - (b === null);
    return (typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a - b) * way;
  });
}
