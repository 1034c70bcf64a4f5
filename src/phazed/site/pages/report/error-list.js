// The report's errors, grouped by bot and kind.

/** @import { Error as ErrorEntry } from "../../answers.js" */
/** @import { ErrorGroup, ReportPage } from "./report-data.js" */
import { h } from "../../components/dom.js";
import { textBoxes } from "../../components/text-box.js";
import { errorGroups } from "./report-data.js";
import { count, plural } from "../../components/numbers.js";
import { label, searchBox, section, shortened } from "./report-widgets.js";

/** @param {ReportPage} page */
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
    /** @param {ErrorGroup} group */
    const says = (group) => [bots[group.bot].name, ...group.errors.map((error) => error.reason)];
    const found = groups.filter(
      (group) =>
        (!only || group.kind === only) && (!asked || says(group).some((text) => text.toLowerCase().includes(asked))),
    );
    const times = found.reduce((sum, group) => sum + group.errors.length, 0);
    const involved = new Set(found.map((group) => group.bot)).size;
    search.said.textContent = `${plural(times, "error")} by ${plural(involved, "bot")}`;
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

  /** @param {string} kind */
  function choose(kind) {
    only = kind;
    for (const [at, chip] of chips.entries()) chip.setAttribute("aria-pressed", String(kinds[at] === only));
    list.draw();
  }

  list.draw();
  const more = bots.reduce((sum, bot) => sum + bot.errors, 0) - errors.length;
  const kept =
    more > 0 ? ` ${plural(more, "more error")} by the same bots ${more === 1 ? "is" : "are"} not shown here.` : "";
  return section(
    "errors",
    "Errors",
    `Each error ended a match. You can paste the call into a Python prompt in which the bot's function is defined.${kept}`,
    h("div", { class: "tools" }, search.input, search.said),
    h("div", { class: "chips", role: "group", "aria-label": "Kinds of errors" }, chips),
    box,
    list.button,
  );
}

/**
 * A bot's errors of one kind, which are drawn only when the group is opened.
 * @param {ReportPage} page @param {ErrorGroup} group
 */
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

/** @param {ReportPage} page @param {ErrorEntry} error */
function errorItem(page, error) {
  const { match, seat, reason } = error;
  const bare = !(error.call || error.answer || error.traceback || error.printed);
  const link = h("a", { href: page.replays.has(match) ? page.replayPath(match) : `#match=${match}` }, `match ${match}`);
  return h(
    "article",
    { class: "error" },
    h("p", null, h("b", null, reason), h("span", { class: "muted" }, " in ", link, `, seat ${seat}`)),
    bare &&
      h("p", { class: "muted" }, "The call is in the replay of the match; evidence is shown only once per error."),
    textBoxes({
      "The call": error.call,
      "The answer": error.answer,
      Traceback: error.traceback,
      Printed: error.printed,
    }),
  );
}
