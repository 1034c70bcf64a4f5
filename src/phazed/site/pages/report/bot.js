// The results of a single bot, for its author: `mountBot(element, result)`. The result is embedded in the page.

/** @import { BotMatch, BotResult, Error as BotFault } from "../../answers.js" */
import { h } from "../../components/dom.js";
import { leakList } from "../../components/leaks.js";
import { count, duration, megabytes, ordinal, percent, plural } from "../../components/numbers.js";
import { dataTable, scroller } from "../../components/panels.js";
import { textBoxes } from "../../components/text-box.js";

/** @param {HTMLElement} root @param {BotResult} result */
export function mountBot(root, result) {
  const { bot, title, finished, played, planned, matches } = result;
  const after = finished ? "" : `, after ${count(played)} of ${plural(planned, "match")}`;
  const parts = [
    h("p", { class: "overline" }, title, after),
    h("h1", { class: "name" }, bot.name),
    bot.status && h("p", { class: "notice" }, bot.status),
    ...(matches.length ? sections(result) : []),
  ];
  root.replaceChildren(...parts.filter((part) => part instanceof HTMLElement));
}

/** @param {BotResult} result */
function sections(result) {
  const { bot, errors, review, printed } = result;
  const replays = new Set(result.matches.flatMap((match) => (match.replay ? match.match : [])));
  /** @param {number} match */
  const link = (match) => (replays.has(match) ? `../replays/${match}.html` : null);
  return [
    botFacts(result),
    h("h2", null, "Places"),
    table(
      "Places",
      [...bot.places.map((_, at) => ordinal(at + 1)), "own errors", "others' errors"],
      [[...bot.places, bot.errors, result.spoilt].map(count)],
    ),
    ...(errors.length ? botErrors(errors) : []),
    ...(review ? [h("h2", null, "Why it loses"), ...leakList(review, link)] : []),
    ...botPhases(result),
    ...opponents(result),
    h("h2", null, "Matches"),
    table(
      "Matches",
      ["match", "seat", "place", "points", "hands", "other bots"],
      result.matches.map((match) => matchCells(match, link)),
    ),
    ...(printed.length ? [h("h2", null, "Printed")] : []),
    ...printed.flatMap(({ match, times, text }) =>
      textBoxes({
        [`In match ${match}${times > 1 ? `, and again in ${plural(times - 1, "other match")}` : ""}`]: text,
      }),
    ),
  ];
}

/** @param {string} title @param {string[]} heads @param {(Node | string)[][]} rows */
const table = (title, heads, rows) => scroller(title, dataTable(title, heads, rows));

/** @param {BotResult} result */
function botFacts({ bot, ranked, decided }) {
  const { rank, low, high, mu, sigma } = bot;
  /** @type {[title: string, value: string, note: string][]} */
  const facts = [
    [
      "Rating",
      `${mu?.toFixed(1)} ± ${sigma?.toFixed(1)}`,
      "the mean of all bots is 25; a bot rated 5 points higher finishes ahead in 82 % of matches",
    ],
    [
      "Matches won",
      `${bot.wins} of ${count(decided)}`,
      "without matches ended by another bot's error; a tie for first place between two bots counts as one half",
    ],
    ["Points per match", String(bot.points), "fewer are better"],
    ["CPU time per play", duration(bot.cpu), `slowest play ${duration(bot.slowest)}`],
    ["Wall-clock time per play", duration(bot.waited), "from call to answer"],
  ];
  if (rank !== null) {
    const certain = low === high ? String(low) : `${low} to ${high}`;
    facts.unshift(["Rank", `${rank} of ${ranked}`, `95 % interval: ${certain}`]);
  }
  if (bot.memory) facts.push(["Memory", megabytes(bot.memory), "maximum over all matches"]);
  return h(
    "dl",
    { class: "facts" },
    facts.map(([title, value, note]) =>
      h("div", null, h("dt", null, title), h("dd", null, value), h("dd", { class: "note" }, note)),
    ),
  );
}

/** @param {BotFault[]} errors */
function botErrors(errors) {
  /** @type {Map<string, BotFault[]>} */
  const groups = new Map();
  for (const error of errors) {
    const key = `${error.kind}: ${error.reason}`;
    groups.set(key, [...(groups.get(key) ?? []), error]);
  }
  return [
    h("h2", null, "Errors"),
    h(
      "p",
      null,
      "Each error ended a match, with this bot in last place. You can paste a call into a Python prompt in which the bot's " +
        "function is defined.",
    ),
    ...[...groups.values()].map((group) => {
      const [{ kind, reason, call, answer, traceback, printed }] = group;
      return h(
        "section",
        { class: "panel" },
        h("h3", null, h("b", null, plural(group.length, "time")), " ", h("span", { class: "kind" }, kind)),
        h("p", { class: "reason" }, reason),
        h(
          "p",
          { class: "muted" },
          `in ${group.length === 1 ? "match" : "the matches"} ${group.map((each) => each.match).join(", ")}`,
        ),
        textBoxes({ "The call": call, "The answer": answer, Traceback: traceback, Printed: printed }),
      );
    }),
  ];
}

/** @param {BotResult} result */
function botPhases({ phases }) {
  const rows = phases.map(({ name, due, completed, all_due, all_completed }, at) => [
    `${at + 1} ${name}`,
    due ? `${count(completed)} of ${count(due)}` : "never due",
    percent(due ? completed / due : null),
    percent(all_due ? all_completed / all_due : null),
  ]);
  return [
    h("h2", null, "Phases"),
    h("p", null, "Hands in which a phase was completed, out of those in which it was due."),
    table("Phases", ["phase", "completed", "share", "all bots"], rows),
  ];
}

/** @param {BotResult} result */
function opponents({ opponents: others }) {
  if (!others.length) return [];
  const rows = others.map(({ rank, name, met, ahead }) => [
    rank === null ? "–" : String(rank),
    h("span", { class: "name" }, name),
    count(met),
    percent(ahead / met),
  ]);
  return [
    h("h2", null, "Against other bots"),
    h(
      "p",
      null,
      "Completed matches against each bot, and the share in which this bot finished ahead; a tie counts as one half.",
    ),
    table("Against other bots", ["rank", "bot", "matches", "ahead"], rows),
  ];
}

/** @param {BotMatch} match @param {(match: number) => string | null} link */
function matchCells({ match, seat, rank, offender, points, hands, others }, link) {
  const address = link(match);
  return [
    address ? h("a", { href: address }, String(match)) : String(match),
    String(seat),
    rank !== null ? ordinal(rank) : offender === seat ? "own error" : "another bot's error",
    count(points),
    String(hands),
    h("span", { class: "name" }, others.join(", ")),
  ];
}
