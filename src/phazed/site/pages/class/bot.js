// A bot's page: its rating and rank over time and its matches, and for its author and the teacher also errors and code.

/** @import { CheckedVersion, Error as BotError, LadderBot, LadderMatch } from "../../answers.js" */
import { byId, h, messageOf } from "../../components/dom.js";
import { percent, plural } from "../../components/numbers.js";
import { shortened } from "../report/report-widgets.js";
import { textBoxes } from "../../components/text-box.js";
import { PLACES } from "../../components/narration.js";
import { reviewPanel } from "./bot-review.js";
import { get } from "./class-api.js";
import { feedback } from "./feedback.js";
import { historyCharts } from "./history-chart.js";
import { action, badge, dataTable, panel, problemLine, rankText, ratingText } from "../../components/panels.js";
import { session } from "./session.js";
import { moment } from "./times.js";
import { openCode } from "./versions.js";

const FIRST_MATCHES = 15;

/** @param {LadderBot} bot */
function facts({ standing, submitted, late, state, active, entered, resting, disqualified, played }) {
  return panel(
    "standing",
    "Standing",
    h(
      "p",
      { class: "badges" },
      playing({ state, active, entered, resting, disqualified }),
      late && badge("gold", "late"),
      resting && badge("bad", "resting"),
      disqualified && badge("bad", "disqualified"),
    ),
    resting && h("p", { class: "reason" }, `It rests: ${resting}`),
    disqualified && h("p", { class: "reason" }, `Disqualified: ${disqualified}`),
    h(
      "dl",
      { class: "facts-list" },
      fact("Rank", standing ? rankText(standing) : "–"),
      fact("Rating", standing ? ratingText(standing) : "–"),
      fact("Matches", played.toLocaleString("en")),
      fact("Won", standing?.matches ? percent(standing.wins / standing.matches) : "–"),
      fact("Beats", standing?.beats.join(", ") || "–"),
      fact("Handed in", moment(submitted)),
    ),
  );
}

/**
 * Return a badge that shows whether the bot plays, and whether it is ranked.
 * @param {Pick<LadderBot, "state" | "active" | "entered" | "resting" | "disqualified">} bot
 */
function playing({ state, active, entered, resting, disqualified }) {
  if (state === "failed") return badge("bad", "cannot play");
  if (state === "waiting") return badge("plain", "being checked");
  if (resting || disqualified) return null;
  if (entered) return badge("good", "plays on the ladder");
  return active ? badge("gold", "plays outside of the ranking") : badge("plain", "a version that does not play");
}

/** @param {string} title @param {string} value */
const fact = (title, value) => h("div", null, h("dt", null, title), h("dd", null, value));

/** @param {LadderBot} bot */
function versionLinks({ submission, versions }) {
  if (versions.length < 2) return null;
  return h(
    "nav",
    { class: "version-links", "aria-label": "Versions" },
    versions.map(({ id, version }) =>
      h("a", { href: `/bots/${id}`, "aria-current": id === submission ? "page" : null }, `v${version}`),
    ),
  );
}

/** @param {LadderBot} bot */
function milestones({ milestones: rows }) {
  const met = rows.filter((row) => row.met);
  if (!met.length) return null;
  return panel(
    "milestones",
    "Against the built-in players",
    dataTable(
      "Matches in which it met them, and those in which it came before them",
      ["Player", "Matches", "Before them", "Share"],
      met.map(({ name, met: times, ahead }) => [name, String(times), String(ahead), percent(ahead / times)]),
    ),
  );
}

/** @param {LadderBot} bot */
function matchList({ matches, played }) {
  if (!matches.length) return panel("matches", "Matches", h("p", { class: "note" }, "It has not played yet."));
  const list = h("ul", { class: "matches" });
  const { button, draw } = shortened(
    "match",
    () => matches,
    (some) => list.replaceChildren(...some.map(matchItem)),
    FIRST_MATCHES,
  );
  button.className = "button small";
  draw();
  const latest = `The latest ${matches.length} of ${played.toLocaleString("en")}.`;
  return panel(
    "matches",
    "Matches",
    played > matches.length && h("p", { class: "note" }, latest),
    list,
    h("div", null, button),
  );
}

/** @param {LadderMatch} match */
function matchItem({ match, names, ranks, seat, error, recorded }) {
  const others = names.filter((_, at) => at !== seat).join(", ");
  const result =
    error === null ? PLACES[ranks[seat]] : error === seat ? "ended by its error" : "ended by another's error";
  const kind = error === seat ? "bad" : error === null && ranks[seat] === 1 ? "good" : "plain";
  return h(
    "li",
    null,
    recorded
      ? h("a", { href: `/ladder/matches/${match}` }, `Match ${match}`)
      : h("span", { title: "The plays of old matches are not stored" }, `Match ${match}`),
    badge(kind, result),
    h("span", { class: "note" }, "against ", h("span", { class: "name" }, others)),
  );
}

/** @param {BotError[]} errors */
function errorList(errors) {
  if (!errors.length) return panel("errors", "Errors", h("p", { class: "note" }, "It has made none on the ladder."));
  const known = errors.filter((error) => error.call || error.traceback || error.printed);
  return panel(
    "errors",
    "Errors",
    h(
      "p",
      { class: "note" },
      `${plural(errors.length, "error")}; each ended a match. Only you and the teacher see this.`,
    ),
    (known.length ? known : errors).map((error, at) =>
      h(
        "details",
        { class: "error", open: at === 0 },
        h("summary", null, badge("bad", error.kind), h("b", null, error.reason)),
        h("p", null, h("a", { href: `/ladder/matches/${error.match}` }, `Match ${error.match}`)),
        textBoxes({
          "The call": error.call,
          "The answer": error.answer,
          Traceback: error.traceback,
          Printed: error.printed,
        }),
      ),
    ),
  );
}

/** @param {LadderBot} bot */
function codePanel({ submission, name, version }) {
  const problem = problemLine();
  return panel(
    "code",
    "Code",
    h(
      "p",
      null,
      action("Show the code", () => openCode(submission, `${name}, version ${version}`), problem),
    ),
    problem,
  );
}

/** Return the panel with the result of the check. @param {CheckedVersion} found */
function checkPanel(found) {
  const root = h(
    "div",
    { class: "stack" },
    found.state === "waiting" ? h("p", null, "It is being checked.") : feedback(found),
  );
  return panel("check", "What the check says", root);
}

async function page() {
  try {
    await session();
    const id = location.pathname.split("/").at(-1) ?? "";
    /** @type {LadderBot} */
    const bot = await get(`/api/class/bots/${encodeURIComponent(id)}`);
    byId("title").replaceChildren(h("span", { class: "name" }, bot.name), `, version ${bot.version}`);
    document.title = `${bot.name} · Phazed`;
    byId("facts").replaceChildren(...[versionLinks(bot)].filter((each) => each !== null));
    const check = bot.private ? await get(`/api/class/submissions/${bot.submission}`) : null;
    const parts = [
      facts(bot),
      check && checkPanel(check),
      panel("history", "Over time", historyCharts(bot.history)),
      milestones(bot),
      bot.analyses.includes("review") && reviewPanel(bot.submission),
      bot.errors && errorList(bot.errors),
      bot.private && codePanel(bot),
      matchList(bot),
    ];
    byId("bot").replaceChildren(...parts.filter((part) => part instanceof HTMLElement));
  } catch (error) {
    byId("problem").textContent = messageOf(error);
    byId("bot").replaceChildren();
  }
}

void page();
