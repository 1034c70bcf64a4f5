// The report on a tournament: `mountReport(element, summary, options)`. The summary is embedded in the page by
// `phazed.arena.report` or fetched from the server. All untrusted text (names, reasons, tracebacks, output) is inserted
// as text nodes, never as markup.

/** @import { Bot, ReportPage, Summary } from "./report-data.js" */
import { h, query } from "../../components/dom.js";
import { against, histogram, ratingPlot, stacked } from "./charts.js";
import { errorGroups, fieldMeans, phaseShare } from "./report-data.js";
import { count, duration, megabytes, ordinal, percent, plural } from "../../components/numbers.js";
import { definitions, interval, label, rating, section, winShare } from "./report-widgets.js";
import { headToHead, phaseTable, ranking } from "./bot-tables.js";
import { errorGroup, errorList } from "./error-list.js";
import { matchList, matchRow } from "./match-list.js";

const LATEST = 8;

/**
 * Show the report inside the element. `replayPath(id)` returns the address of a match's replay; without it, only
 * matches whose replay pages have been written have one. `files` is the prefix for the ranking files. If `live`, the
 * tournament is in progress, and the latest matches are shown in a separate section.
 * @param {HTMLElement} root
 * @param {Summary} summary
 * @param {{ replayPath?: (id: number) => string, files?: string, live?: boolean }} [options]
 */
export function mountReport(root, summary, options = {}) {
  const { bots, matches, errors } = summary;
  for (const [index, bot] of bots.entries()) bot.index = index;
  const ranked = bots.filter((bot) => bot.rank !== null);
  /** @type {ReportPage} */
  const page = {
    summary,
    bots,
    matches,
    errors,
    ranked,
    field: ranked.filter((bot) => bot.matches),
    means: fieldMeans(ranked, summary.phases),
    live: options.live ?? false,
    anyReplay: Boolean(options.replayPath),
    replays: new Set(matches.filter((match) => options.replayPath || match[6]).map((match) => match[0])),
    replayPath: options.replayPath ?? ((id) => `replays/${id}.html`),
    files: options.files ?? "",
    openBot: (bot) => openBot(page, dialog, bot),
    findMatches: () => {}, // set by `matchList`
  };
  const dialog = botDialog();
  const some = page.field.length > 0;
  const sections = [
    ranking(page),
    some && ratings(page),
    headToHead(page),
    some && phaseTable(page),
    endings(page),
    errorList(page),
    happenings(page),
    page.live && latest(page),
    matchList(page),
  ].flatMap((each) => each || []);
  const links = sections.map((each) => h("a", { href: `#${each.id}` }, query(each, "h2").textContent));
  root.replaceChildren(
    masthead(page),
    h("nav", { class: "sections", "aria-label": "Sections" }, h("div", { class: "wrap" }, links)),
    h("main", { class: "wrap" }, ...sections),
    dialog,
  );

  function onHash() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const bot = bots[Number(asked.get("bot") ?? -1)];
    if (bot) page.openBot(bot);
    if (asked.has("match")) {
      dialog.close();
      page.findMatches(`#${Number(asked.get("match"))}`);
    }
  }

  window.addEventListener("hashchange", onHash);
  onHash();
}

// ------------------------------------------------------------------------------------------------ the top

/** @param {ReportPage} page */
function masthead(page) {
  const { summary, ranked, bots, field } = page;
  const errors = bots.reduce((sum, bot) => sum + bot.errors, 0);
  /** @param {Bot["state"]} state @param {string} what */
  const inState = (state, what) => {
    const times = bots.filter((bot) => bot.state === state).length;
    return times > 0 && `${count(times)} ${what}`;
  };
  const missing = [
    inState("out", "out after errors"),
    inState("removed", "disqualified or replaced"),
    inState("absent", "could not take part"),
  ];
  const cpu = field.reduce((sum, bot) => sum + bot.cpu, 0) / Math.max(field.length, 1);
  const { finished, played, planned, isolation, schedule, stage, limits } = summary;
  const mostly = [
    ["Matches", count(played), finished ? `played in ${duration(summary.seconds)}` : `of ${count(planned)} planned`],
    ["Bots", count(ranked.length), missing.filter(Boolean).join(", ") || "all took part"],
    ["Errors", count(errors), errors ? `in ${percent(errors / Math.max(played, 1), 1)} of the matches` : "none"],
    ["CPU time per play", duration(cpu), "mean of all bots"],
  ];
  const notes = [
    ["Schedule", schedule === "staged" && stage ? `${schedule}, ${stage}` : schedule],
    summary.seed === null ? ["Seed", "shown at the end"] : ["Seed", summary.seed],
    ["SHA-256 of the seed", summary.seed_hash],
    ["Started", summary.started],
    ["Isolation", isolation],
    [
      "Limits",
      `${limits.start} s to start, ${limits.play} s per play, ${limits.match} s per match, ${megabytes(limits.memory)}`,
    ],
    ["Version", summary.version],
  ];
  const notices = [
    !finished &&
      !page.live &&
      `Not finished: ${count(played)} of ${plural(planned, "match")} have been played. Run the same command again to continue.`,
    /^(partial|none(?! needed))/.test(isolation) &&
      `The bots were not fully isolated (${isolation}), so a bot may have read or changed files of others.`,
  ];
  return h(
    "header",
    { class: "masthead" },
    h(
      "div",
      { class: "wrap" },
      h("h1", null, summary.title),
      notices.map((notice) => notice && h("p", { class: "notice" }, notice)),
      h("div", { class: "lead" }, definitions("facts", mostly), podium(page)),
      definitions(
        "notes",
        notes.filter(([, value]) => value),
      ),
    ),
  );
}

/** The first three of those who were handed in; where only built-in players play, of them. @param {ReportPage} page */
function podium(page) {
  const entered = page.field.filter((bot) => !bot.built_in);
  const shown = entered.length ? entered : page.field;
  const all = shown.length < page.field.length ? " with the built-in players" : "";
  /** @param {Bot} bot @param {number} at */
  const tile = (bot, at) =>
    h(
      "button",
      { type: "button", class: `tile tile-${at + 1}`, onclick: () => page.openBot(bot) },
      h("span", { class: "rank" }, String(at + 1)),
      h("span", { class: "who" }, label(bot)),
      h("span", { class: "mu" }, bot.mu.toFixed(1), h("small", null, ` ± ${bot.sigma.toFixed(1)}`)),
      h("span", { class: "more" }, `won ${percent(winShare(bot))} of its matches`),
      h(
        "span",
        { class: "more" },
        bot.low === bot.high ? `clearly ${ordinal(bot.low)}${all}` : `rank ${interval(bot)}${all}`,
      ),
    );
  const tiles = shown.slice(0, 3).map((bot, at) => h("li", null, tile(bot, at)));
  return h("ol", { class: "podium", "aria-label": "Top three" }, tiles);
}

// ------------------------------------------------------------------------------------------------ charts

/** @param {ReportPage} page */
function ratings(page) {
  /** @param {Bot} bot */
  const describe = (bot) => `${bot.rank}. ${bot.name}: ${rating(bot)}, rank ${interval(bot)}`;
  return section(
    "ratings",
    "Ratings",
    "Each rating with its 95 % interval. If two intervals overlap, the order of the two bots may be due to chance.",
    h("div", { class: "panel" }, ratingPlot(page.field, describe, page.openBot)),
  );
}

/** @param {ReportPage} page */
function endings(page) {
  const parts = Object.entries(page.summary.endings).sort((one, other) => other[1] - one[1]);
  const sum = parts.reduce((total, [, times]) => total + times, 0);
  if (!sum) return null;
  const key = parts.map(([why, times], at) => {
    const share = times / sum;
    return h(
      "li",
      null,
      h("i", { class: `e${at + 1}` }),
      h("b", null, percent(share, share < 0.1 || share > 0.9 ? 1 : 0)),
      ` ${why}`,
      h("small", null, ` ${plural(times, "hand")}`),
    );
  });
  const spoken = parts.map(([why, times]) => `${why}: ${times}`).join(", ");
  const bar = stacked(
    parts.map(([why, times], at) => /** @type {[string, number, string]} */ ([why, times, `e${at + 1}`])),
    spoken,
  );
  return section("endings", "How hands end", null, h("div", { class: "panel endings" }, bar, h("ul", null, key)));
}

// ------------------------------------------------------------------------------------------------ what happened

/** @param {ReportPage} page */
function happenings(page) {
  const { events } = page.summary;
  if (!events.length) return null;
  const items = events.map(({ time, played, what }) =>
    h(
      "li",
      null,
      h("time", null, time),
      h("span", { class: "name" }, `${what}.`),
      h("small", null, played ? `after ${plural(played, "match")}` : ""),
    ),
  );
  return section("happenings", "Events", null, h("ol", { class: "panel happenings" }, items));
}

/** @param {ReportPage} page */
function latest(page) {
  const rows = page.matches.slice(-LATEST).reverse();
  if (!rows.length) return null;
  return section(
    "latest",
    "Latest matches",
    null,
    h(
      "ol",
      { class: "matches" },
      rows.map((match) => matchRow(page, match)),
    ),
  );
}

// ------------------------------------------------------------------------------------------------ one bot

function botDialog() {
  const dialog = h("dialog", { class: "bot-panel", "aria-labelledby": "bot-name" });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => location.hash.startsWith("#bot=") && setAddress(""));
  return dialog;
}

/** @param {string} hash */
function setAddress(hash) {
  try {
    history.replaceState(null, "", hash || location.href.split("#")[0]);
  } catch {
    // the panel is shown even if the browser does not change the address
  }
}

/** @param {ReportPage} page @param {HTMLDialogElement} dialog @param {Bot} bot */
function openBot(page, dialog, bot) {
  const errors = errorGroups(page.errors.filter((error) => error.bot === bot.index));
  const matches = page.matches.filter((match) => match[1].includes(bot.index ?? -1));
  const latest = matches.slice(-LATEST).reverse();
  const all = () => {
    dialog.close();
    page.findMatches(`"${bot.name}"`);
  };
  const searchable = !bot.name.includes('"');
  const close = () => dialog.close();
  dialog.replaceChildren(
    h(
      "div",
      { class: "bot-inner" },
      h(
        "header",
        null,
        bot.rank !== null && h("span", { class: "rank" }, String(bot.rank)),
        h("h2", { id: "bot-name" }, label(bot)),
        h("button", { type: "button", class: "close", "aria-label": "Close", onclick: close }, "✕"),
      ),
      bot.status && h("p", { class: "notice" }, bot.status),
      bot.page && h("p", { class: "own-page" }, h("a", { href: bot.page }, "This bot's page"), " for its author"),
      bot.matches > 0 ? botFigures(page, bot) : null,
      errors.length > 0 && h("h3", null, "Errors"),
      errors.map((group) => errorGroup(page, group)),
      latest.length > 0 && h("h3", null, "Latest matches"),
      latest.length > 0 &&
        h(
          "ol",
          { class: "matches" },
          latest.map((match) => matchRow(page, match)),
        ),
      latest.length > 0 &&
        searchable &&
        h("button", { type: "button", class: "more-button", onclick: all }, `All ${plural(matches.length, "match")}`),
    ),
  );
  setAddress(`#bot=${bot.index}`);
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

/** @param {ReportPage} page @param {Bot} bot */
function botFigures(page, bot) {
  const facts = [
    ["Rating", rating(bot)],
    ["Rank, 95 %", interval(bot)],
    ["Won", percent(winShare(bot), 1)],
    ["Matches", count(bot.matches)],
    ["Points per match", count(bot.points)],
    ["CPU time per play", duration(bot.cpu)],
    ["Slowest play", duration(bot.slowest)],
    ["Wall-clock per play", duration(bot.waited)],
    ["Memory", bot.memory ? megabytes(bot.memory) : "–"],
  ];
  /** @type {[string, number, string][]} */
  const places = bot.places.map((times, at) => [ordinal(at + 1), times, `p${at + 1}`]);
  const phases = page.summary.phases.map((phase, at) => {
    const share = phaseShare(bot, at);
    return h(
      "li",
      { title: phase },
      h("span", { class: "which" }, h("b", null, String(at + 1)), ` ${phase}`),
      against(share ?? 0, page.means[at] ?? 0),
      h("span", { class: "value" }, percent(share)),
    );
  });
  return [
    definitions("figures", facts),
    h("h3", null, "Places"),
    histogram([...places, ["error", bot.errors, "pe"]], `places ${bot.places.join(", ")}; errors ${bot.errors}`),
    h("h3", null, "Phases completed when due"),
    h("ul", { class: "phase-bars" }, phases),
    h("p", { class: "legend" }, "The mark shows the mean of all bots."),
  ];
}
