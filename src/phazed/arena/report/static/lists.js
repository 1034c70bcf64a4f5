// The report's long lists: every error with what is known of it, and every match.

import { copyButton, h } from "/viewer/dom.js";
import { count, errorGroups, findMatches, inPlaces, plural } from "./figures.js";
import { command, label, nameButton, partOf, searchBox, section, shortened } from "./pieces.js";

const PAGE = 50;

export function errorList(page) {
  const { errors, bots } = page;
  if (!errors.length) return section("errors", "Errors", "No match was ended by an error.");
  const groups = errorGroups(errors);
  const kinds = ["", ...new Set(groups.map((group) => group.kind))];
  let only = "";
  const box = h("div", { class: "groups" });
  const search = searchBox("Search bots and reasons", () => list.draw());
  const list = shortened("group", find, (shown) =>
    box.replaceChildren(...shown.map((group) => errorGroup(page, group))),
  );

  function find() {
    const asked = search.asked();
    const says = (group) => [bots[group.bot].name, ...group.errors.map((error) => error.reason)];
    const found = groups.filter(
      (group) =>
        (!only || group.kind === only) && (!asked || says(group).some((text) => text.toLowerCase().includes(asked))),
    );
    const times = found.reduce((sum, group) => sum + group.errors.length, 0);
    search.said.textContent = `${plural(times, "error")} of ${plural(new Set(found.map((group) => group.bot)).size, "bot")}`;
    return found;
  }

  const chips = kinds.map((kind) => {
    const times = kind ? errors.filter((error) => error.kind === kind).length : errors.length;
    return h(
      "button",
      { type: "button", class: "chip", "aria-pressed": String(kind === only), onclick: () => choose(kind) },
      kind || "all",
      h("small", null, count(times)),
    );
  });

  function choose(kind) {
    only = kind;
    chips.forEach((chip, at) => chip.setAttribute("aria-pressed", String(kinds[at] === only)));
    list.draw();
  }

  list.draw();
  const more = bots.reduce((sum, bot) => sum + bot.errors, 0) - errors.length;
  const kept = more > 0 ? ` ${plural(more, "more error")} of the same bots are not shown here.` : "";
  return section(
    "errors",
    "Errors",
    `Each error ended its match. The call can be pasted into a Python prompt where the bot's function is defined.${kept}`,
    h("div", { class: "tools" }, search.input, search.said),
    h("div", { class: "chips", role: "group", "aria-label": "Kinds of errors" }, chips),
    box,
    list.button,
  );
}

/** The errors of one bot and kind, which are drawn when somebody opens them. */
export function errorGroup(page, group) {
  const reasons = new Set(group.errors.map((error) => error.reason));
  const body = h("div", { class: "group-body" });
  const head = h(
    "summary",
    null,
    h("b", { class: "times" }, `${group.errors.length}×`),
    label(page.bots[group.bot]),
    h("span", { class: "kind" }, group.kind),
    h("span", { class: "reason" }, [...reasons][0], reasons.size > 1 && ` (and ${reasons.size - 1} other)`),
  );
  const box = h("details", { class: "error-group" }, head, body);
  box.addEventListener("toggle", () => {
    if (box.open && !body.childElementCount) body.append(...group.errors.map((error) => errorItem(page, error)));
  });
  return box;
}

function errorItem(page, error) {
  const { match, seat, reason } = error;
  const link = h("a", { href: page.replays.has(match) ? page.replayPath(match) : `#match=${match}` }, `match ${match}`);
  const texts = [
    ["The call", error.call],
    ["The answer", error.answer],
    ["Traceback", error.traceback],
    ["Printed", error.printed],
  ].filter(([, text]) => text);
  return h(
    "article",
    { class: "error" },
    h("p", null, h("b", null, reason), h("span", { class: "muted" }, " in ", link, `, seat ${seat}`)),
    texts.map(([title, text]) =>
      h(
        "div",
        { class: "box" },
        h("div", { class: "box-head" }, h("h3", null, title), copyButton(text)),
        h("pre", { tabindex: "0" }, text),
      ),
    ),
  );
}

const replayCommand = (id) => `phazed report RESULTS --match ${id}`;

/** A match in a line: its players in the order of their places, and the way to its replay. */
export function matchRow(page, match) {
  const [id, players, ranks, offender, hands, points] = match;
  const seats = inPlaces(match).map((seat) => {
    const failed = seat === offender;
    const first = ranks && ranks[seat] === 1;
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
  ["regular", "Without error"],
];

/** All matches, page by page; `page.findMatches(text)` searches from elsewhere. */
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
  const step = (text, title, to) =>
    h("button", { type: "button", "aria-label": title, onclick: () => turn(to()) }, text);
  const back = [step("«", "First page", () => 0), step("‹", "Previous page", () => number - 1)];
  const onward = [step("›", "Next page", () => number + 1), step("»", "Last page", () => pages() - 1)];
  const at = h("span", { class: "at", role: "status" });

  function look() {
    found = findMatches(matches, bots, search.input.value, only.value);
    turn(0);
  }

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
    document.getElementById("matches").scrollIntoView();
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
            `${count(replays.size)} of ${plural(matches.length, "match")} have a replay page. To make one for any other, run `,
            h("code", null, replayCommand("ID")),
            " with its number.",
          ],
      " Search for “@greedy, ada” to find the matches of both.",
    ),
    h("div", { class: "tools" }, search.input, only, search.said),
    list,
    h("div", { class: "pager" }, ...back, at, ...onward),
  );
}
