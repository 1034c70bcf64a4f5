// The report's list of matches, with one line per match, a search and pages.

/** @import { Match, ReportPage } from "./report-data.js" */
import { h } from "../../components/dom.js";
import { findMatches, inPlaces } from "./report-data.js";
import { count, plural } from "../../components/numbers.js";
import { command, nameButton, partOf, searchBox, section } from "./report-widgets.js";

const PAGE = 50;
/** @param {number | string} id */
const replayCommand = (id) => `phazed report RESULTS --match ${id}`;

/**
 * The line for a match: its players from first to last, and a link to the replay.
 * @param {ReportPage} page @param {Match} match
 */
export function matchRow(page, match) {
  const [id, players, ranks, offender, hands, points] = match;
  const seats = inPlaces(match).map((seat) => {
    const failed = seat === offender;
    const first = ranks?.[seat] === 1;
    return h(
      "li",
      { class: failed ? "failed" : first ? "first" : "", title: `seat ${seat}` },
      h("span", { class: "rank" }, failed ? "✕" : ranks ? String(ranks[seat]) : "–"),
      nameButton(page, page.bots[players[seat]]),
      h("small", null, failed ? "error" : count(points[seat])),
    );
  });
  const watch = page.replays.has(id)
    ? h("a", { class: "replay-link", href: page.replayPath(id) }, "Replay")
    : command(replayCommand(id));
  return h(
    "li",
    { class: "match" },
    h("b", { class: "id" }, `#${id}`),
    h("ol", null, seats),
    h("span", { class: "hands" }, plural(hands, "hand")),
    h("span", { class: "watch" }, watch),
  );
}

const KEPT = [
  ["", "All matches"],
  ["replay", "With a replay"],
  ["error", "Ended by an error"],
  ["regular", "Without an error"],
];

/**
 * All matches, page by page. This sets `page.findMatches(text)`, which other sections use for searching.
 * @param {ReportPage} page
 */
export function matchList(page) {
  const { matches, bots, replays } = page;
  let number = 0;
  let found = matches;
  const list = h("ol", { class: "matches" });
  const search = searchBox("Search bots, or #17", look);
  const only = h(
    "select",
    { "aria-label": "Which matches", onchange: () => look() },
    KEPT.filter(([value]) => value !== "replay" || !page.anyReplay).map(([value, text]) =>
      h("option", { value }, text),
    ),
  );
  const pages = () => Math.max(Math.ceil(found.length / PAGE), 1);
  /** @param {string} text @param {string} title @param {() => number} to */
  const step = (text, title, to) =>
    h("button", { type: "button", "aria-label": title, onclick: () => turn(to()) }, text);
  const back = [step("«", "First page", () => 0), step("‹", "Previous page", () => number - 1)];
  const onward = [step("›", "Next page", () => number + 1), step("»", "Last page", () => pages() - 1)];
  const at = h("span", { class: "at", role: "status" });

  function look() {
    found = findMatches(matches, bots, search.input.value, only.value);
    turn(0);
  }

  /** @param {number} to */
  function turn(to) {
    number = Math.min(Math.max(to, 0), pages() - 1);
    list.replaceChildren(...found.slice(number * PAGE, (number + 1) * PAGE).map((match) => matchRow(page, match)));
    search.said.textContent = partOf(found.length, matches.length, "match");
    at.textContent = `Page ${count(number + 1)} of ${count(pages())}`;
    for (const button of back) button.disabled = number === 0;
    for (const button of onward) button.disabled = number === pages() - 1;
  }

  page.findMatches = (text) => {
    search.input.value = text;
    only.value = "";
    look();
    document.getElementById("matches")?.scrollIntoView();
  };

  turn(0);
  return section(
    "matches",
    "Matches",
    null,
    h(
      "p",
      { class: "intro" },
      replays.size === matches.length
        ? "Every match has a replay page."
        : [
            `${count(replays.size)} of ${plural(matches.length, "match")} have a replay page. To create one for another match, run `,
            h("code", null, replayCommand("ID")),
            " with its number.",
          ],
      " Search for “@greedy, ada” to find the matches in which both played.",
    ),
    h("div", { class: "tools" }, search.input, only, search.said),
    list,
    h("div", { class: "pager" }, ...back, at, ...onward),
  );
}
