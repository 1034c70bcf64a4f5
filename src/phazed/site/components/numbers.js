// The formatting of numbers: counts, shares, times and sizes.

/** @param {number} number */
export const count = (number) => Math.round(number).toLocaleString("en");

/** @param {number} number @param {string} noun */
export const plural = (number, noun) =>
  `${count(number)} ${noun}${number === 1 ? "" : noun.endsWith("ch") ? "es" : "s"}`;

/** @param {number | null} share @param {number} [digits] */
export const percent = (share, digits = 0) => (share === null ? "–" : `${(share * 100).toFixed(digits)} %`);

/** A time in a suitable unit. @param {number} seconds */
export function duration(seconds) {
  if (seconds < 1e-3) return `${(seconds * 1e6).toFixed(0)} µs`;
  if (seconds < 1) return `${Number((seconds * 1e3).toPrecision(3))} ms`;
  if (seconds < 120) return `${Number(seconds.toFixed(1))} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h ${String(Math.round((seconds % 3600) / 60)).padStart(2, "0")} min`;
}

/** @param {number} number */
export const ordinal = (number) =>
  `${number}${number % 100 > 10 && number % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th")}`;

/** A number of bytes in megabytes. @param {number} bytes */
export function megabytes(bytes) {
  return `${Number((bytes / (1 << 20)).toPrecision(3))} MB`;
}
