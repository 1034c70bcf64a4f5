// Formatting of times: dates, durations, and the time left until a deadline.

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Format a time, such as "17 Nov, 14:05", optionally with the weekday, and with the year unless it is the current one.
 * @param {number} time @param {boolean} [weekday]
 */
export function moment(time, weekday = false) {
  const date = new Date(1000 * time);
  return date.toLocaleString("en-GB", {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    ...(weekday ? { weekday: "long" } : {}),
    ...(date.getFullYear() === new Date().getFullYear() ? {} : { year: "numeric" }),
  });
}

/** Format a duration by its two largest units, such as "3 days 4 hours". @param {number} seconds */
export function duration(seconds) {
  const units = /** @type {[string, number][]} */ ([
    ["day", DAY],
    ["hour", HOUR],
    ["minute", MINUTE],
    ["second", 1],
  ]);
  const first = Math.max(
    units.findIndex(([, size]) => seconds >= size),
    0,
  );
  let rest = Math.max(Math.floor(seconds), 0);
  if (rest < 1) return "0 seconds";
  return units
    .slice(first, first + 2)
    .flatMap(([noun, size]) => {
      const count = Math.floor(rest / size);
      rest -= count * size;
      return count ? [`${count} ${noun}${count === 1 ? "" : "s"}`] : [];
    })
    .join(" ");
}

/** Format the time left until a deadline. @param {number} deadline */
export function remaining(deadline) {
  const seconds = deadline - Date.now() / 1000;
  return seconds > 0 ? `${duration(seconds)} left` : "closed";
}

/** Return the value of a `datetime-local` field for a time, in the browser's time zone. @param {number | null} time */
export function localValue(time) {
  if (time === null) return "";
  const date = new Date(1000 * time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Return the time in a `datetime-local` field, or `null`. @param {string} value */
export const fromLocal = (value) => (value ? new Date(value).getTime() / 1000 : null);
