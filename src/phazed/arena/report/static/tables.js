// The report's tables with a row for each bot: the ranking, head to head, and the phases.

import { h, spoken } from "/viewer/dom.js";
import { tinted } from "./charts.js";
import { count, duration, hundredth, meanPlace, percent, phaseShare, plural, sorted } from "./figures.js";
import { interval, nameButton, partOf, rating, scroller, searchBox, section, shortened, winShare } from "./pieces.js";

const TOP = 24;

/** The places as one bar; a single element, because there are hundreds of them. */
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

/** The columns of the ranking: what each is sorted by, whether the largest comes first, and what its cells show. */
function columns(page) {
  const played = (value) => (bot) => (bot.matches ? value(bot) : null);
  const shown = (text) => (bot) => (bot.matches ? text(bot) : "–");
  const bad = (text) => h("span", { class: "bad" }, text);
  const status = (bot) => (bot.status ? h("span", { class: "status", title: bot.status }, bot.status) : "");
  return [
    { label: "Rank", name: "number rank", value: (bot) => bot.rank, cell: (bot) => String(bot.rank ?? "–") },
    { label: "Bot", name: "who", value: (bot) => bot.name, cell: (bot) => nameButton(page, bot) },
    {
      label: "95 %",
      title: "where its true rank lies with 95 % confidence",
      name: "number",
      value: (bot) => (bot.rank === null ? null : bot.low * 1e6 + bot.high),
      cell: interval,
    },
    {
      label: "Rating",
      title: "μ ± σ; 25 ± 8.33 before any match",
      name: "number",
      down: true,
      value: (bot) => (bot.rank === null ? null : bot.mu),
      cell: (bot) => (bot.rank === null ? "–" : rating(bot)),
    },
    {
      label: "Wins",
      title: "a shared first place counts in parts",
      name: "number",
      down: true,
      value: played((bot) => bot.wins),
      cell: shown((bot) => bot.wins.toLocaleString("en", { maximumFractionDigits: 1 })),
    },
    { label: "Win %", name: "number", down: true, value: winShare, cell: (bot) => percent(winShare(bot), 1) },
    {
      label: "Places",
      title: "first to fourth, then errors; sorted by the mean",
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
      title: "mean processor time of a play",
      name: "number",
      down: true,
      value: played((bot) => bot.cpu),
      cell: shown((bot) => duration(bot.cpu)),
    },
    { label: "Status", name: "state", value: (bot) => bot.status || null, cell: status },
  ];
}

export function ranking(page) {
  const { bots } = page;
  const all = columns(page);
  let column = all[0];
  let down = false;
  const body = h("tbody");
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

  function row(bot) {
    if (!rows.has(bot)) {
      const cells = all.map((each) => h("td", { class: each.name }, each.cell(bot)));
      rows.set(bot, h("tr", { onclick: () => page.openBot(bot) }, cells));
    }
    return rows.get(bot);
  }

  function find() {
    const found = bots.filter((bot) => bot.name.toLowerCase().includes(search.asked()));
    search.said.textContent = partOf(found.length, bots.length, "bot");
    return sorted(found, column.value, down);
  }

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
    h("div", { class: "tools" }, search.input, search.said, h("span", { class: "downloads" }, files)),
    scroller("Ranking", "", h("table", { class: "ranking" }, h("thead", null, h("tr", null, heads)), body)),
    list.button,
  );
}

const corner = () => h("th", null, spoken("Bot"));
const rowHead = (page, bot) =>
  h("th", { scope: "row" }, h("span", { class: "rank" }, String(bot.rank)), nameButton(page, bot));

export function headToHead(page) {
  const { bots: indices, ahead } = page.summary.head_to_head;
  if (indices.length < 2) return null;
  const top = indices.map((index) => page.bots[index]);
  const cell = (one, other, share) => {
    if (one === other) return h("td", { class: "none" });
    if (share === null) return h("td", { class: "none", title: "they have not met" }, "·");
    const title = `${one.name} placed ahead of ${other.name} in ${percent(share)} of their matches`;
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
  const which = page.ranked.length > top.length ? `; the first ${top.length}` : "";
  return section(
    "head-to-head",
    "Head to head",
    `In how many of 100 matches the row placed ahead of the column, both without an error${which}.`,
    scroller(
      "Head to head",
      "panel",
      h("table", { class: "heat" }, h("thead", null, h("tr", null, corner(), heads)), h("tbody", null, rows)),
    ),
  );
}

export function phaseTable(page) {
  const { field, means } = page;
  const { phases } = page.summary;
  const cell = (bot, at) => {
    const share = phaseShare(bot, at);
    if (share === null) return h("td", { class: "none" }, "·");
    const [due, completed] = bot.phases[at];
    const title = `${bot.name}: phase ${at + 1} completed in ${count(completed)} of ${plural(due, "hand")}`;
    return tinted("td", (share - means[at]) / 0.3, { title }, hundredth(share));
  };
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
    h("th", { scope: "row" }, "The field"),
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
    "In how many of 100 hands in which a phase was due the bot completed it. Colours compare with the field.",
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
