// What the decisions of a bot lose: its leaks as a table, and each with advice and examples.

/** @import { BotReview, Leak, LeakExample, Mean } from "./types.js" */
import { h } from "../../components/dom.js";
import { plural } from "../report/report-data.js";
import { copyBox, dataTable, scroller } from "./panels.js";

/** A mean with its standard error, in percent of games won. @param {Mean} mean */
const cost = ({ value, error }) => `${(100 * value).toFixed(1)} ± ${(100 * error).toFixed(1)} %`;
/** @param {number} share */
const sureness = (share) => (share > 0.99 ? "> 99 %" : `${Math.round(100 * share)} %`);

/** @param {BotReview} review @returns {HTMLElement[]} */
export function reviewView({ games, decisions, leaks, total, won, expert_won: expert, errors }) {
  const summary =
    `${plural(decisions, "decision")} in ${plural(games, "match")}. It won ${cost(won)} of them. ` +
    (expert ? `In the same seats and deals, the expert wins ${cost(expert)}. ` : "") +
    `Its decisions cost ${cost(total)} of games won.`;
  const rows = leaks.map((leak) => [
    leak.title,
    cost({ value: leak.cost, error: leak.error }),
    sureness(leak.sure),
    String(leak.times),
  ]);
  return [
    h("p", null, summary),
    ...(errors.length
      ? [h("p", { class: "problem" }, `${plural(errors.length, "match")} ended with its error: ${errors[0]}`)]
      : []),
    ...(leaks.length
      ? [scroller("Leaks", dataTable("What it loses by", ["Leak", "Costs of games won", "Sure", "Times"], rows))]
      : [h("p", null, "No leak was found.")]),
    ...leaks.filter((leak) => leak.examples.length).map(leakDetails),
  ];
}

/** @param {Leak} leak */
function leakDetails({ title, advice, examples }) {
  return h("details", { class: "leak" }, h("summary", null, title), h("p", null, advice), examples.map(exampleView));
}

/** @param {LeakExample} example */
function exampleView({ game, hand, turn, cards, discard, call, play, best, answer, loss, reasons }) {
  return h(
    "div",
    { class: "example" },
    h(
      "p",
      null,
      h("a", { href: `/ladder/matches/${game}` }, `Match ${game}`),
      `, hand ${hand + 1}, turn ${turn + 1}: it holds ${cards}`,
      discard && `, and ${discard} is on the pile`,
      ".",
    ),
    h(
      "p",
      null,
      "It plays ",
      h("b", null, play),
      "; better is ",
      h("b", null, best),
      `, which wins ${(100 * loss).toFixed(1)} % more games.`,
    ),
    reasons.length > 0 &&
      h(
        "ul",
        null,
        reasons.map((reason) => h("li", null, reason)),
      ),
    copyBox(call),
    h("p", { class: "note" }, "The right answer: ", h("code", null, answer)),
  );
}
