// What made the difference for each seat: a table with accuracy and mistakes, and bars for own play, the others' mistakes
// and luck.

/** @import { GameReview, MistakeGrade, SeatReview } from "../../answers.js" */
import { h } from "../../components/dom.js";
import { PLACES } from "../../components/narration.js";
import { badge } from "../../components/replay-board.js";

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

/** A bar from the middle to the left or right. @param {number} share from -1 to 1 */
function bar(share) {
  const fill = h("i", { class: share < 0 ? "minus" : "plus" });
  fill.style.width = `${Math.min(Math.abs(share), 1) * 50}%`;
  return h("span", { class: "bar", "aria-hidden": "true" }, fill);
}
