// The review of a bot: a table of its leaks, and advice and examples for each.

/** @import { BotReview, Example, Leak, Mean } from "../answers.js" */
import { h } from "./dom.js";
import { ordinal, plural } from "./numbers.js";
import { dataTable, scroller } from "./panels.js";
import { textBoxes } from "./text-box.js";

/** A share in percent with one decimal, and never "-0.0". @param {number} share */
const percentOf = (share) => (Math.round(1000 * share) / 10).toFixed(1);
/** @param {Mean} mean */
const shareOfGames = ({ value, error }) => `${percentOf(value)} ± ${percentOf(error)} %`;
/** @param {number} share */
const sureness = (share) => (share > 0.99 ? "> 99 %" : `${Math.round(100 * share)} %`);

/**
 * The review; `matchLink(number)` returns the address of a match, or `null`.
 * @param {BotReview} review @param {(match: number) => string | null} matchLink
 */
export function leakList(review, matchLink) {
  const { games, decisions, leaks, other, total, won, expert_won: expert, errors } = review;
  const rows = leaks.map((leak) => [
    leak.title,
    shareOfGames(leak.cost),
    sureness(leak.sure),
    `${leak.times}${leak.clear ? "" : " (unclear)"}`,
  ]);
  if (other.times) rows.push(["other decisions", shareOfGames(other.cost), "", String(other.times)]);
  rows.push(["total", shareOfGames(total.cost), "", String(total.times)]);
  return [
    h(
      "p",
      null,
      `${plural(decisions, "decision")} in ${plural(games, "match")}, each compared with the best play given the bot's ` +
        `information. The bot won ${shareOfGames(won)} of the matches. ` +
        (expert ? `In the same seats with the same deals, the expert won ${shareOfGames(expert)}. ` : "") +
        "Costs are percentages of matches won, with their standard errors; they add up to the cost of all decisions" +
        (total.cost.value > 1 ? ", which may be more than 100 %: several decisions can lose the same match." : "."),
    ),
    errors.length > 0 &&
      h("p", { class: "problem" }, `${plural(errors.length, "match")} ended with an error by the bot: ${errors[0]}`),
    leaks.length
      ? scroller("Leaks", dataTable("Why it loses", ["Leak", "Cost in games won", "Confidence", "Times"], rows))
      : h("p", null, "No leak was found."),
    ...leaks.filter((leak) => leak.examples.length + leak.errors.length).map((leak) => leakDetails(leak, matchLink)),
  ].filter((part) => part instanceof HTMLElement);
}

/** @param {Leak} leak @param {(match: number) => string | null} matchLink */
function leakDetails({ title, advice, examples, errors, cost }, matchLink) {
  return h(
    "details",
    { class: "leak" },
    h("summary", null, `It ${title}: ${shareOfGames(cost)}`),
    h("p", null, advice),
    examples.map((example) => exampleView(example, matchLink)),
    errors.map(({ game, hand, call, reason }) =>
      h(
        "div",
        { class: "example" },
        h("p", null, matchName(game, matchLink), `, ${ordinal(hand + 1)} hand: ${reason}`),
        textBoxes({ "The call": call }),
      ),
    ),
  );
}

/** @param {Example} example @param {(match: number) => string | null} matchLink */
function exampleView(example, matchLink) {
  const { game, hand, turn, cards, discard, call, play, best, answer, loss, error, reasons } = example;
  return h(
    "div",
    { class: "example" },
    h(
      "p",
      null,
      matchName(game, matchLink),
      `, ${ordinal(hand + 1)} hand, turn ${turn}: it holds ${cards}`,
      discard && `, and ${discard} is the top discard`,
      ".",
    ),
    h(
      "p",
      null,
      "It plays ",
      h("b", null, play),
      "; ",
      h("b", null, best),
      ` wins ${shareOfGames({ value: loss, error })} more games.`,
    ),
    reasons.length > 0 &&
      h(
        "ul",
        null,
        reasons.map((reason) => h("li", null, reason)),
      ),
    textBoxes({ "The call": call, "A better answer": answer }),
  );
}

/** @param {number} match @param {(match: number) => string | null} link */
function matchName(match, link) {
  const address = link(match);
  return address === null ? `Match ${match}` : h("a", { href: address }, `Match ${match}`);
}
