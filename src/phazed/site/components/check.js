// The check of a bot: sentences with links to the rules, tables, and calls that can be copied.

/** @import { Check, Evidence, Matchup, Output, Plays, Times } from "../answers.js" */
/** @import { Child } from "./dom.js" */
import { h } from "./dom.js";
import { count, duration, percent, plural } from "./numbers.js";
import { copyBox, dataTable, scroller } from "./panels.js";

const MAX_SHOWN = 5;
const RULES = /(rules? \d+\.\d+)/gi;

/** All results of the check except the verdict. @param {Check} check @returns {HTMLElement[]} */
export function checkView(check) {
  const { imported, failure, printed_at_import, answers, plays, printed } = check;
  const parts = [
    ...imported.map((sentence) => line(sentence)),
    ...(failure ? [more(failure.meaning), quoted(failure.excerpt)] : []),
    ...output(printed_at_import),
    answers.length > 0 && h("h3", null, "Answers"),
    ...answers.flatMap((each) => [
      line(`${each.function}: ${each.summary}`),
      ...[...each.examples_wrong, ...each.made_distinct]
        .slice(0, MAX_SHOWN)
        .flatMap(({ call, summary, meaning, excerpt }) => [
          copyBox(call),
          more(summary),
          more(meaning),
          quoted(excerpt),
        ]),
    ]),
    ...plays.flatMap((each) => [h("h3", null, `Playing ${each.game}`), ...playing(each, check.limits)]),
    ...output(printed),
  ];
  return parts.filter((part) => part instanceof HTMLElement);
}

/** @param {Plays} plays @param {Check["limits"]} limits @returns {Child[]} */
function playing({ summary, stopped, problems, changed, repeated, calls, times, compared, held }, limits) {
  return [
    line(summary),
    line(stopped),
    ...problems.flatMap((problem) => [
      line(problem.summary),
      more(problem.meaning),
      copyBox(problem.call),
      problem.answer && more(`answered ${problem.answer}`),
      quoted(problem.excerpt),
    ]),
    ...example(changed, `It changed its arguments in ${plural(changed.times, "call")}, such as`),
    changed.times > 0 && more("Copy a list before changing it: other referees may not pass copies."),
    line(repeated.summary),
    ...(repeated.call ? [copyBox(repeated.call), more(`answered ${repeated.answers.join(", then ")}`)] : []),
    ...(calls ? timing(times, limits) : []),
    ...(compared.length ? [...matchups(compared), phases(compared)] : []),
    ...(compared.length
      ? example(held, `It ended ${plural(held.times, "turn")} without laying a phase that it held, such as`)
      : []),
    compared.length > 0 && held.times > 0 && more(`when it could have played ${held.detail}`),
  ];
}

/** @param {Evidence} evidence @param {string} sentence @returns {Child[]} */
const example = ({ times, call }, sentence) => (times ? [line(sentence), copyBox(call)] : []);

/** @param {Times} times @param {Check["limits"]} limits @returns {Child[]} */
function timing({ mean, p95, max, match, slow }, limits) {
  return [
    line(
      `A play takes ${duration(mean)} on average, 95 % of plays less than ${duration(p95)}, and the slowest ` +
        `${duration(max)} (limit ${duration(limits.play)}).`,
    ),
    line(`All plays in a match together take at most ${duration(match)} (limit ${duration(limits.match)}).`),
    ...slow.flatMap(({ seconds, call }) => [line(`A slow call, ${duration(seconds)}:`), copyBox(call)]),
  ];
}

/** @param {Matchup[]} matchups @returns {Child[]} */
function matchups(matchups) {
  /** @param {{ hands: number, points: number }} side */
  const points = ({ hands, points }) => (hands ? (points / hands).toFixed(0) : "–");
  const rows = matchups.map(({ opponent, games, won, low, high, errors, own, theirs }) => [
    `three ${opponent}`,
    count(games),
    percent(won / games),
    `${(100 * low).toFixed(0)} to ${percent(high)}`,
    count(errors),
    points(own),
    points(theirs),
  ]);
  const heads = ["Against", "Games", "Won", "95 % interval", "Errors", "Points per hand", "Opponents"];
  return [
    scroller("Games", dataTable("Games", heads, rows)),
    line("Each of four equally strong players wins 25 %. @expert searches less here than in other games."),
  ];
}

/** @param {Matchup[]} compared */
function phases(compared) {
  const matchups = compared.filter((matchup) => matchup.own.hands);
  /** @param {[number, number]} counts */
  const share = ([due, completed]) => percent(due ? completed / due : null);
  const rows = matchups[0].own.phases.map((_, at) => [
    String(at + 1),
    ...matchups.flatMap(({ own, theirs }) => {
      const [due, completed] = own.phases[at];
      return [
        due ? `${count(completed)} of ${count(due)}, ${share([due, completed])}` : "never due",
        share(theirs.phases[at]),
      ];
    }),
  ]);
  const heads = ["Phase", ...matchups.flatMap(({ opponent }) => [`Against ${opponent}`, "Opponents"])];
  const title = "Hands in which a phase was completed, out of those in which it was due";
  return scroller(title, dataTable(title, heads, rows));
}

/** @param {Output | null} output @returns {Child[]} */
const output = (output) => (output ? [line(output.summary), quoted(output.excerpt)] : []);

/** @param {string[]} lines */
const quoted = (lines) => lines.length > 0 && h("pre", { class: "quoted", tabindex: "0" }, lines.join("\n"));

/** @param {string} sentence */
const line = (sentence) => sentence && h("p", null, linked(sentence));

/** @param {string} sentence */
const more = (sentence) => sentence && h("p", { class: "more" }, linked(sentence));

/** The text, with links to the rules that it mentions. @param {string} text @returns {Child[]} */
export function linked(text) {
  return text.split(RULES).map((part) => {
    const rule = /^rules? (\d+)\.(\d+)$/i.exec(part);
    return rule ? h("a", { href: `/rules#rule-${rule[1]}-${rule[2]}` }, part) : part;
  });
}
