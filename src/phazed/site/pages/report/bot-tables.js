// The report's tables with one row per bot: the ranking, head-to-head results, and the phases.

/** @import { Bot, ReportPage } from "./report-data.js" */
import { h, spoken } from "../../components/dom.js";
import { tinted } from "./charts.js";
import { hundredth, meanPlace, phaseShare, sorted } from "./report-data.js";
import { count, duration, percent, plural } from "../../components/numbers.js";
import {
  interval,
  nameButton,
  partOf,
  rating,
  scroller,
  searchBox,
  section,
  shortened,
  winShare,
} from "./report-widgets.js";

const TOP = 24;
/** Explanations of the figures in the ranking. */
const EXPLANATIONS = [
  [
    "Rating",
    "The mean of all bots is 25. If two bots play in a match, the one rated 1 point higher finishes ahead with a " +
      "probability of 58 %; with 3 points more, it is 72 %, with 5 points 82 % and with 10 points 96 %. The number after " +
      "± is the standard deviation, which tells how accurate the rating is.",
  ],
  ["95 %", "The interval that contains the bot's true rank with this probability, given the matches played so far."],
  [
    "Wins",
    "Matches in which the bot finished first. If two bots tie for first place, each gets half a win, so a bot can have " +
      "12.5 wins.",
  ],
  [
    "Win %",
    "Wins as a share of the matches that count for the bot: completed matches and those ended by its own error. A match " +
      "ended by an error counts only for the offender, who is last.",
  ],
  ["Places", "How often the bot finished first, second, third and fourth, and, in red, how often it made an error."],
  ["CPU/play, Wall/play", "Mean CPU time and wall-clock time per play."],
];

/** The places as a bar, drawn with a single element because a page can have hundreds of bars. @param {Bot} bot */
function placesBar(bot) {
  const said = `places: ${bot.places.join(", ")}; errors: ${bot.errors}`;
  const bar = h("div", { class: "places-bar", role: "img", "aria-label": said, title: said });
  const all = Math.max(bot.errors + bot.places.reduce((sum, times) => sum + times, 0), 1);
  let sum = 0;
  bot.places.forEach((times, at) => {
    sum += times;
    bar.style.setProperty(`--to-${at + 1}`, `${((sum / all) * 100).toFixed(1)}%`);
  });
  return bar;
}

/**
 * @typedef {object} Column  A column in the ranking.
 * @property {string} label
 * @property {string} [title]
 * @property {string} name  CSS class
 * @property {boolean} [down]  whether the largest value comes first
 * @property {(bot: Bot) => string | number | null} value  sorting key
 * @property {(bot: Bot) => string | HTMLElement} cell  cell content
 */

/** @param {ReportPage} page @returns {Column[]} */
function columns(page) {
  /** @param {(bot: Bot) => number} value @returns {(bot: Bot) => number | null} */
  const played = (value) => (bot) => (bot.matches ? value(bot) : null);
  /** @param {(bot: Bot) => string | HTMLElement} text @returns {(bot: Bot) => string | HTMLElement} */
  const shown = (text) => (bot) => (bot.matches ? text(bot) : "–");
  /** @param {string} text */
  const bad = (text) => h("span", { class: "bad" }, text);
  /** @param {Bot} bot */
  const status = (bot) => (bot.status ? h("span", { class: "status", title: bot.status }, bot.status) : "");
  return [
    { label: "Rank", name: "number rank", value: (bot) => bot.rank, cell: (bot) => String(bot.rank ?? "–") },
    { label: "Bot", name: "who", value: (bot) => bot.name, cell: (bot) => nameButton(page, bot) },
    {
      label: "95 %",
      title: "interval that contains the true rank with a probability of 95 %",
      name: "number",
      value: (bot) => (bot.rank === null ? null : bot.low * 1e6 + bot.high),
      cell: interval,
    },
    {
      label: "Rating",
      title: "strength ± standard deviation; 25 ± 8.33 before any match",
      name: "number",
      down: true,
      value: (bot) => (bot.rank === null ? null : bot.mu),
      cell: (bot) => (bot.rank === null ? "–" : rating(bot)),
    },
    {
      label: "Wins",
      title: "matches won; a tie for first place between two bots counts as one half, between three as one third",
      name: "number",
      down: true,
      value: played((bot) => bot.wins),
      cell: shown((bot) => bot.wins.toLocaleString("en", { maximumFractionDigits: 1 })),
    },
    {
      label: "Win %",
      title: "wins as a share of the matches completed or ended by the bot's own error",
      name: "number",
      down: true,
      value: winShare,
      cell: (bot) => percent(winShare(bot), 1),
    },
    {
      label: "Places",
      title: "first to fourth place, then errors; sorted by the mean place",
      name: "places",
      value: meanPlace,
      cell: shown(placesBar),
    },
    { label: "Matches", name: "number", down: true, value: (bot) => bot.matches, cell: (bot) => count(bot.matches) },
    {
      label: "Errors",
      name: "number",
      down: true,
      value: (bot) => bot.errors,
      cell: (bot) => (bot.errors ? bad(count(bot.errors)) : "0"),
    },
    {
      label: "CPU/play",
      title: "mean CPU time per play",
      name: "number",
      down: true,
      value: played((bot) => bot.cpu),
      cell: shown((bot) => duration(bot.cpu)),
    },
    {
      label: "Wall/play",
      title: "mean wall-clock time per play, from call to answer",
      name: "number",
      down: true,
      value: played((bot) => bot.waited),
      cell: shown((bot) => (bot.waited ? duration(bot.waited) : "–")),
    },
    { label: "Status", name: "state", value: (bot) => bot.status || null, cell: status },
  ];
}

/** @param {ReportPage} page */
export function ranking(page) {
  const { bots } = page;
  const all = columns(page);
  let column = all[0];
  let down = false;
  const body = h("tbody");
  /** @type {Map<Bot, HTMLElement>} */
  const rows = new Map();
  const search = searchBox("Search bots", () => list.draw());
  const list = shortened("bot", find, (shown) => body.replaceChildren(...shown.map(row)));
  const heads = all.map((each) => {
    const title = each.title ? `${each.label}: ${each.title}` : null;
    const arrow = h("i", { "aria-hidden": "true" });
    return h(
      "th",
      { scope: "col", class: each.name },
      h("button", { type: "button", title, onclick: () => choose(each) }, each.label, arrow),
    );
  });

  /** @param {Bot} bot */
  function row(bot) {
    const cells = () => all.map((each) => h("td", { class: each.name }, each.cell(bot)));
    const drawn = rows.get(bot) ?? h("tr", { onclick: () => page.openBot(bot) }, cells());
    rows.set(bot, drawn);
    return drawn;
  }

  function find() {
    const found = bots.filter((bot) => bot.name.toLowerCase().includes(search.asked()));
    search.said.textContent = partOf(found.length, bots.length, "bot");
    return sorted(found, column.value, down);
  }

  /** @param {Column} each */
  function choose(each) {
    down = each === column ? !down : Boolean(each.down);
    column = each;
    mark();
    list.draw();
  }

  function mark() {
    all.forEach((each, at) => {
      if (each === column) heads[at].setAttribute("aria-sort", down ? "descending" : "ascending");
      else heads[at].removeAttribute("aria-sort");
    });
  }

  mark();
  list.draw();
  const files = ["ranking.csv", "ranking.json"].map((file) => h("a", { href: `${page.files}${file}` }, file));
  return section(
    "ranking",
    "Ranking",
    null,
    h(
      "details",
      { class: "figures-explained" },
      h("summary", null, "Explanation of the figures"),
      h(
        "ul",
        null,
        EXPLANATIONS.map(([what, text]) => h("li", null, h("b", null, what), ` ${text}`)),
      ),
    ),
    h("div", { class: "tools" }, search.input, search.said, h("span", { class: "downloads" }, files)),
    scroller("Ranking", "", h("table", { class: "ranking" }, h("thead", null, h("tr", null, heads)), body)),
    list.button,
  );
}

const corner = () => h("th", null, spoken("Bot"));
/** @param {ReportPage} page @param {Bot} bot */
const rowHead = (page, bot) =>
  h("th", { scope: "row" }, h("span", { class: "rank" }, String(bot.rank)), nameButton(page, bot));

/** @param {ReportPage} page */
export function headToHead(page) {
  const { bots: indices, ahead } = page.summary.head_to_head;
  if (indices.length < 2) return null;
  const top = indices.map((index) => page.bots[index]);
  /** @param {Bot} one @param {Bot} other @param {number | null} share */
  const cell = (one, other, share) => {
    if (one === other) return h("td", { class: "none" });
    if (share === null) return h("td", { class: "none", title: "no match between these bots" }, "·");
    const title = `${one.name} finished ahead of ${other.name} in ${percent(share)} of their matches`;
    return tinted("td", (share - 0.5) * 2.2, { title }, hundredth(share));
  };
  const rows = top.map((one, at) =>
    h(
      "tr",
      null,
      rowHead(page, one),
      top.map((other, place) => cell(one, other, ahead[at][place])),
    ),
  );
  const heads = top.map((bot) => h("th", { scope: "col", title: bot.name }, String(bot.rank)));
  const which = page.ranked.length > top.length ? ` Only the top ${top.length} bots are shown.` : "";
  return section(
    "head-to-head",
    "Head to head",
    `Percentage of completed matches in which the bot in the row finished ahead of the bot in the column.${which}`,
    scroller(
      "Head to head",
      "panel",
      h("table", { class: "heat" }, h("thead", null, h("tr", null, corner(), heads)), h("tbody", null, rows)),
    ),
  );
}

/** @param {ReportPage} page */
export function phaseTable(page) {
  const { field, means } = page;
  const { phases } = page.summary;
  /** @param {Bot} bot @param {number} at */
  const cell = (bot, at) => {
    const share = phaseShare(bot, at);
    if (share === null) return h("td", { class: "none" }, "·");
    const [due, completed] = bot.phases[at];
    const title = `${bot.name}: phase ${at + 1} completed in ${count(completed)} of ${plural(due, "hand")}`;
    return tinted("td", (share - (means[at] ?? 0)) / 0.3, { title }, hundredth(share));
  };
  /** @param {Bot} bot */
  const row = (bot) =>
    h(
      "tr",
      null,
      rowHead(page, bot),
      phases.map((_, at) => cell(bot, at)),
    );
  const mean = h(
    "tr",
    { class: "mean" },
    h("th", { scope: "row" }, "All bots"),
    means.map((share) => h("td", null, hundredth(share))),
  );
  const body = h("tbody");
  const list = shortened(
    "bot",
    () => field,
    (bots) => body.replaceChildren(mean, ...bots.map(row)),
    TOP,
  );
  list.draw();
  const heads = phases.map((phase, at) =>
    h("th", { scope: "col", title: phase }, h("b", null, String(at + 1)), h("small", null, phase)),
  );
  return section(
    "phases",
    "Phases",
    "Percentage of hands in which the bot completed a phase that was due. Colours show differences from the mean of all bots.",
    scroller(
      "Phases",
      "panel",
      h("table", { class: "heat phases" }, h("thead", null, h("tr", null, corner(), heads)), body),
    ),
    h(
      "ol",
      { class: "phase-key" },
      phases.map((phase, at) => h("li", null, h("b", null, String(at + 1)), ` ${phase}`)),
    ),
    list.button,
  );
}
