// What made the difference for each seat: a table with accuracy and mistakes, and bars for own play, the others' mistakes
// and luck.

/** @import { Frames, GameReview, Luck, MistakeGrade, SeatReview } from "../../answers.js" */
import { h } from "../../components/dom.js";
import { PLACES } from "../../components/narration.js";
import { address, moments } from "../../components/game-state.js";
import { badge, nameOf } from "../../components/replay-board.js";
import { withCards } from "../table/view/text.js";
import { momentBefore, playsOf } from "./positions.js";

const [MAX_DRAWS, LEAST_LUCK] = [5, 0.005];

/** @type {[MistakeGrade, string][]} */
const GRADES = [
  ["blunder", "Blunders"],
  ["mistake", "Mistakes"],
  ["inaccuracy", "Inaccuracies"],
];
/** @type {[title: string, name: "own" | "others" | "luck"][]} */
const PARTS = [
  ["Own play", "own"],
  ["Others’ mistakes", "others"],
  ["Luck", "luck"],
];

/** A share in percent with its sign. @param {number} share */
const signed = (share) => {
  const text = (100 * Math.abs(share)).toFixed(1);
  return `${text === "0.0" ? "±" : share < 0 ? "−" : "+"}${text}`;
};
/** @param {number} share */
const percent = (share) => `${share < 0 ? "−" : ""}${(100 * Math.abs(share)).toFixed(1)}`;

/** @param {GameReview} review @param {string[]} names */
export function balanceTable(review, names) {
  const { seats } = review;
  const most = Math.max(...seats.flatMap(({ balance }) => PARTS.map(([, name]) => Math.abs(balance[name]))), 0.01);
  /** @param {string} title @param {(seat: SeatReview) => string} cell */
  const row = (title, cell) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, title),
      seats.map((seat) => h("td", null, cell(seat))),
    );
  const error = Math.max(...seats.map(({ balance }) => balance.error));
  return h(
    "section",
    { class: "balance" },
    h("h2", { id: "balance-title" }, "Skill and luck"),
    h(
      "div",
      { class: "balance-scroll", tabindex: "0", role: "region", "aria-labelledby": "balance-title" },
      h(
        "table",
        null,
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("td", null),
            names.map((name, seat) => h("th", { scope: "col" }, badge(seat), h("span", { class: "name" }, name))),
          ),
        ),
        h(
          "tbody",
          null,
          row("Place", ({ rank }) => (rank ? PLACES[rank] : "–")),
          row("Accuracy", ({ accuracy }) => String(Math.round(accuracy))),
          GRADES.map(([grade, title]) => row(title, ({ grades }) => String(grades[grade]))),
          row("At the start", ({ balance }) => percent(balance.initial)),
          PARTS.map(([title, name]) =>
            h(
              "tr",
              { class: "bars" },
              h("th", { scope: "row" }, title),
              seats.map(({ balance }) => h("td", null, bar(balance[name] / most), signed(balance[name]))),
            ),
          ),
          row("Result", ({ balance }) => percent(balance.final)),
          row("Without the luck", ({ balance }) => percent(balance.adjusted)),
        ),
      ),
    ),
    h(
      "p",
      { class: "note" },
      "In percent of games won. The chance at the start, own play, the others’ mistakes and luck add up to the result. ",
      `The standard error of the luck, and of the other two together, is up to ${percent(error)}. `,
      "Accuracy is 100 without any loss.",
    ),
  );
}

/** The luckiest draws of the game, each with a link to its moment. @param {GameReview} review @param {Frames} frames @param {string} replay */
export function luckiest(review, frames, replay) {
  const plays = playsOf(frames);
  const all = moments(frames);
  const draws = review.luck
    .filter(({ source, amount }) => source === "draw" && amount >= LEAST_LUCK)
    .sort((one, other) => other.amount - one.amount)
    .slice(0, MAX_DRAWS);
  const item = (/** @type {Luck} */ { seat, hand, place, amount }) => {
    const at = plays[hand].findLastIndex(
      (step, number) =>
        number < place && frames.hands[hand].steps[step][0] === seat && frames.hands[hand].steps[step][1] === "draw",
    );
    const step = frames.hands[hand].steps[plays[hand][at] ?? 0];
    const before = momentBefore(all, plays, { hand, place: Math.max(at, 0), seat });
    return h(
      "li",
      null,
      nameOf(frames, seat),
      ", hand ",
      String(hand + 1),
      ": ",
      ...withCards(String(step[2] ?? "")),
      ` ${signed(amount)} `,
      h("a", { href: `${replay}#${address({ ...before, kind: before.at ? "step" : "deal" })}` }, "Replay"),
    );
  };
  return h(
    "section",
    { class: "luckiest", hidden: draws.length === 0 },
    h("h2", null, "The luckiest draws"),
    h("ol", null, draws.map(item)),
  );
}

/** A bar from the middle to the left or right. @param {number} share from -1 to 1 */
function bar(share) {
  const fill = h("i", { class: share < 0 ? "minus" : "plus" });
  fill.style.width = `${Math.min(Math.abs(share), 1) * 50}%`;
  return h("span", { class: "bar", "aria-hidden": "true" }, fill);
}
