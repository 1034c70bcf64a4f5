// A replay's score sheet, and the error that ended the game.

/** @import { Frames, Hand } from "../answers.js" */
/** @import { Moment } from "./types.js" */
import { h } from "./dom.js";
import { badge, nameOf } from "./replay-board.js";
import { textBoxes } from "./text-box.js";

/**
 * A table with one row for each seat and one column for each hand.
 * @param {Frames} frames
 * @param {Moment[]} moments
 * @param {(number: number) => void} go
 */
export function scoreSheet(frames, moments, go) {
  const last = moments[moments.length - 1].state;
  const head = frames.hands.map((_, number) => {
    const start = moments.findIndex((moment) => moment.kind === "deal" && moment.hand === number);
    const props = { type: "button", title: `Go to hand ${number + 1}`, onclick: () => go(start) };
    return h("th", { scope: "col", "data-hand": number }, h("button", props, String(number + 1)));
  });
  const rows = frames.names.map((_, seat) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, badge(seat), nameOf(frames, seat)),
      frames.hands.map((hand, number) => handCell(frames, hand, number, seat)),
      h(
        "td",
        { class: "sum" },
        h("span", { class: "points" }, String(last.scores[seat])),
        h("span", { class: "laid-phase" }, `${last.done[seat].length}/${frames.phases.length}`),
      ),
    ),
  );
  const columns = h("tr", null, h("th", { scope: "col" }, "Player"), head, h("th", { scope: "col" }, "Total"));
  return h("table", null, h("thead", null, columns), h("tbody", null, rows));
}

/** @param {Frames} frames @param {Hand} hand @param {number} number @param {number} seat */
function handCell(frames, hand, number, seat) {
  const phase = hand.steps.flatMap((step) => (step[1] === "phase" && step[0] === seat ? [step[2]] : [])).at(0);
  return h(
    "td",
    { "data-hand": number },
    h("span", { class: "points" }, hand.end ? String(hand.end.points[seat]) : "–"),
    phase === undefined
      ? h("span", { class: "laid-phase no" }, " ")
      : h("span", { class: "laid-phase", title: `laid phase ${phase}, ${frames.phases[phase - 1].name}` }, `P${phase}`),
  );
}

/** The details of the error that ended the game, or null if there was none. @param {Frames} frames */
export function errorDetails(frames) {
  const error = frames.end?.error;
  if (!error) return null;
  return h(
    "section",
    { class: "error-details" },
    h("h2", null, "The error"),
    h(
      "p",
      null,
      nameOf(frames, error.seat),
      ` (seat ${error.seat}): ${error.reason}`,
      error.kind ? h("span", { class: "kind" }, error.kind) : null,
    ),
    textBoxes({ "The call": error.call, "The answer": error.answer, Traceback: error.traceback }),
  );
}
