// The ladder's scoreboard, live: ranks and ratings with their intervals, with the built-in players in between.

/** @import { Board, LadderRow, Me } from "../../answers.js" */
/** @import { Scale } from "./rating-bar.js" */
import { byId, h, messageOf, queryAll } from "../../components/dom.js";
import { percent, plural } from "../../components/numbers.js";
import { get } from "./class-api.js";
import { badge, rankText, ratingText } from "../../components/panels.js";
import { poll } from "./polling.js";
import { ratingBar, scaleOf } from "./rating-bar.js";
import { isStaff, session } from "./session.js";

const POLL_TIME = 4000;
const SINCE = "since yesterday, or since it began to play";

/** @param {LadderRow} row */
function badges({ milestone, beats, late, resting, disqualified }) {
  if (milestone) return [];
  return [
    disqualified && badge("bad", "disqualified", disqualified),
    resting && !disqualified && badge("bad", "resting", resting),
    late &&
      badge(
        "gold",
        "unranked",
        "It was not the version that played at the deadline, so it plays outside of the ranking",
      ),
    beats.length > 0 && badge("good", `beats ${beats.at(-1)}`, `Clearly stronger than ${beats.join(", ")}`),
  ].filter((each) => each !== false && each !== null);
}

/** Return by how many ranks a bot has risen or fallen. @param {number | null | undefined} moved */
function movement(moved) {
  if (!moved) return h("span", { class: "still" }, "–");
  const [sign, word] = moved > 0 ? ["▲", "up"] : ["▼", "down"];
  const name = `${word} ${Math.abs(moved)} ${SINCE}`;
  return h("span", { class: word, role: "img", "aria-label": name, title: name }, `${sign}${Math.abs(moved)}`);
}

/** @param {LadderRow} row */
const winShare = ({ wins, matches }) => (matches ? percent(wins / matches) : "–");

/**
 * Return a row of the scoreboard.
 * @param {LadderRow} row @param {boolean} own @param {Scale} scale @param {LadderRow | undefined} mine @param {boolean} forTeacher
 */
function boardRow(row, own, scale, mine, forTeacher) {
  const { name, milestone, submission, version, matches, full_name: fullName, number, section } = row;
  const played = plural(matches, "match");
  const title = milestone
    ? h("span", { class: "name" }, name)
    : h("a", { class: "name", href: `/bots/${submission}`, "data-submission": submission }, name);
  const small = h("small", { class: "narrow-only" }, `${played}, ${winShare(row)} won`);
  return h(
    "tr",
    { class: [milestone && "milestone", own && "own"].filter(Boolean).join(" ") },
    h("td", { class: "rank" }, milestone ? "" : rankText(row)),
    h(
      "th",
      { scope: "row" },
      h(
        "span",
        { class: "who-plays" },
        title,
        !milestone && h("small", null, `v${version}`),
        own && badge("plain", "you"),
        badges(row),
      ),
      milestone && h("small", null, "built-in player"),
      small,
    ),
    forTeacher &&
      h(
        "td",
        { class: "full-name" },
        fullName && [fullName, h("small", null, [number, section].filter(Boolean).join(" · "))],
      ),
    h("td", { class: "rating" }, ratingBar(row, scale, mine), h("span", null, ratingText(row))),
    h("td", { class: "wide-only number" }, matches.toLocaleString("en")),
    h("td", { class: "wide-only number" }, winShare(row)),
    h("td", { class: "number" }, milestone ? "" : movement(row.moved)),
  );
}

/** @param {boolean} forTeacher */
function head(forTeacher) {
  /** @param {string} text @param {string} [name] @param {string} [title] */
  const column = (text, name, title) => h("th", { scope: "col", class: name, title }, text);
  return h(
    "thead",
    null,
    h(
      "tr",
      null,
      column("Rank", "rank", "With its 95 % interval"),
      column("Bot"),
      forTeacher && column("Student", "full-name"),
      column("Rating", "rating", "± one standard error; the bar is the 95 % interval"),
      column("Matches", "wide-only number"),
      column("Won", "wide-only number"),
      column("Moved", "number", `Ranks ${SINCE}`),
    ),
  );
}

/** @param {Me} me */
function mount(me) {
  const forTeacher = isStaff(me.role);
  const rows = h("tbody");
  const status = h("p", { class: "note", role: "status" });
  /** @type {HTMLInputElement} */
  const search = h("input", {
    type: "search",
    placeholder: "Find a name",
    "aria-label": "Find a name",
    oninput: () => filter(),
  });
  const toOwn = h("button", { type: "button", class: "button", hidden: true, onclick: () => goToOwn() }, "My bot");
  const empty = h("p", { class: "note", hidden: true }, "No bot plays on the ladder yet.");
  let shown = "";

  function goToOwn() {
    search.value = "";
    filter();
    const [own] = queryAll(rows, ".own a");
    own.scrollIntoView({ block: "center" });
    own.focus({ preventScroll: true });
  }

  function filter() {
    const asked = search.value.trim().toLowerCase();
    for (const row of queryAll(rows, "tr:not(.milestone)"))
      row.hidden = !`${row.querySelector("th .name")?.textContent} ${row.querySelector(".full-name")?.textContent}`
        .toLowerCase()
        .includes(asked);
  }

  /** @param {Board} board */
  function show({ played, waiting, paused, own, rows: found }) {
    const facts = [`${plural(played, "match")} played`];
    if (waiting) facts.push(`${plural(waiting, "bot")} being checked`);
    if (paused) facts.push("the ladder rests while the final is played");
    status.textContent = `${facts.join(", ")}.`;
    const text = JSON.stringify([own, found]);
    if (text === shown) return;
    shown = text;
    const focus = document.activeElement?.getAttribute("data-submission");
    const mine = found.find((row) => own.includes(row.submission ?? 0));
    const scale = scaleOf(found);
    rows.replaceChildren(
      ...found.map((row) => boardRow(row, row === mine, scale, row === mine ? undefined : mine, forTeacher)),
    );
    toOwn.hidden = !mine;
    empty.hidden = found.some((row) => !row.milestone);
    filter();
    if (focus) queryAll(rows, `[data-submission="${focus}"]`)[0]?.focus();
  }

  byId("scoreboard").replaceChildren(
    h("div", { class: "tools" }, h("label", { class: "field" }, search), toOwn, status),
    h(
      "table",
      { class: "board" },
      h("caption", { class: "visually-hidden" }, "The bots of the ladder, the best first"),
      head(forTeacher),
      rows,
    ),
    empty,
    legend(me),
  );
  poll(POLL_TIME, async () => show(await get("/api/class/scoreboard")), { problem: byId("problem") });
}

/** Return an explanation of the columns, and information about the final. @param {Me} me */
function legend({ final, deadline }) {
  const state = {
    planned: deadline ? "The final is played after the deadline." : "The final has not begun.",
    running: "The final is being played.",
    over: "The final is over.",
  }[final.state];
  return h(
    "div",
    { class: "legend note" },
    h(
      "p",
      null,
      "The bots meet all the time. A rank is followed by the ranks that are possible with a probability of 95 %; bots whose bars " +
        "overlap far may be equally strong. “Beats @casual” means: clearly stronger than that built-in player.",
    ),
    h("p", null, `${state} `, final.state !== "planned" && h("a", { href: "/results" }, "Results of the final")),
    h("p", null, "SHA-256 of the final's seed: ", h("code", null, final.seed_hash)),
    final.seed && h("p", null, "The seed, now that it is over: ", h("code", null, final.seed)),
  );
}

async function page() {
  try {
    const me = await session();
    byId("facts").textContent = `${me.title} · ${me.game_title}`;
    mount(me);
  } catch (error) {
    byId("problem").textContent = messageOf(error);
  }
}

void page();
