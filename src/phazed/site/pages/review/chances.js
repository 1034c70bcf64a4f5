// The chance to win of the four seats through the game, as one chart. Each seat has a colour, a dash pattern, and its name
// at the end of its line; mistakes are marked by signs. A table for screen readers has the chances after each hand.

/** @import { Decision, GameReview, MistakeGrade, Point } from "../../answers.js" */
import { h } from "../../components/dom.js";
import { cut, s } from "../report/charts.js";
import { DASHES, mark, spread } from "../table/end/course-chart.js";

const LABEL = 16;
/** The signs of the grades, as chess players write them. @type {Record<MistakeGrade, string>} */
export const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** @typedef {{ element: HTMLElement, show: (current: Decision | null, shown: Decision[]) => void }} Chart */

/**
 * The chart; `lengths` are the numbers of plays of the hands, and a click calls `choose` with the moment.
 * @param {GameReview} review
 * @param {string[]} names
 * @param {number[]} lengths
 * @param {(moment: Pick<Decision, "hand" | "place">) => void} choose
 * @returns {Chart}
 */
export function chancesChart(review, names, lengths, choose) {
  const box = h("div", { class: "chances-plot" });
  /** @type {Decision | null} */
  let current = null;
  /** @type {Decision[]} */
  let shown = [];
  let width = 0;
  const draw = () => {
    width = Math.floor(box.clientWidth);
    if (width) box.replaceChildren(plot(review, names, lengths, width, current, shown, choose));
  };
  new ResizeObserver(() => Math.floor(box.clientWidth) !== width && draw()).observe(box);
  return {
    element: h(
      "figure",
      { class: "chances-chart" },
      h("figcaption", null, "Chance of winning through the game"),
      box,
      h(
        "p",
        { class: "note" },
        "?! inaccuracy · ? mistake · ?? blunder. The vertical lines separate the hands. Click anywhere to see that moment.",
      ),
      dataTable(review, names, lengths.length),
    ),
    show: (now, those) => {
      current = now;
      shown = those;
      draw();
    },
  };
}

/**
 * @param {GameReview} review @param {string[]} names @param {number[]} lengths @param {number} width
 * @param {Decision | null} current @param {Decision[]} shown @param {(moment: Pick<Decision, "hand" | "place">) => void} choose
 */
function plot(review, names, lengths, width, current, shown, choose) {
  const height = width < 500 ? 240 : 320;
  const [left, top, bottom] = [44, 12, 28];
  const right = Math.min(Math.max(...names.map((name) => name.length)) * 8 + 24, 130, width * 0.28);
  const starts = lengths.map((_, hand) => lengths.slice(0, hand).reduce((sum, each) => sum + each, 0));
  const total = Math.max(
    lengths.reduce((sum, each) => sum + each, 0),
    1,
  );
  /** @param {number} hand @param {number} place */
  const x = (hand, place) => left + ((starts[hand] + place) / total) * (width - left - right - 8);
  /** @param {number} win */
  const y = (win) => top + (1 - win) * (height - top - bottom);
  const svg = s("svg", {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-label": "Chance of winning of each player through the game; the numbers are in the table below",
  });
  for (const tick of [0, 0.25, 0.5, 0.75, 1])
    svg.append(
      s("line", { class: "grid", x1: left, x2: width - right - 8, y1: y(tick), y2: y(tick) }),
      s("text", { class: "tick", x: left - 6, y: y(tick) + 4, "text-anchor": "end" }, `${100 * tick} %`),
    );
  lengths.forEach((length, hand) => {
    const middle = (x(hand, 0) + x(hand, length)) / 2;
    const roomy = x(hand, length) - x(hand, 0) > 22;
    svg.append(
      s("line", { class: "hand-line", x1: x(hand, 0), x2: x(hand, 0), y1: top, y2: height - bottom }),
      roomy ? s("text", { class: "tick", x: middle, y: height - 9, "text-anchor": "middle" }, String(hand + 1)) : "",
    );
  });
  if (current) {
    const at = x(current.hand, current.place);
    svg.append(s("line", { class: "cursor", x1: at, x2: at, y1: top, y2: height - bottom }));
  }
  const ends = spread(
    review.chances.map((points) => y(points[points.length - 1].win)),
    LABEL,
    height - bottom + 6,
  );
  const end = width - right + 4;
  review.chances.forEach((points, seat) => {
    const spots = points.map((point) => `${x(point.hand, point.place).toFixed(1)},${y(point.win).toFixed(1)}`);
    const last = points[points.length - 1];
    svg.append(
      s(
        "g",
        { class: `seat-${seat}` },
        s("polyline", { points: spots.join(" "), "stroke-dasharray": DASHES[seat] }),
        s("line", {
          class: "lead",
          x1: x(last.hand, last.place) + 3,
          x2: end - 4,
          y1: y(last.win),
          y2: ends[seat],
        }),
        mark(seat, end + 3, ends[seat]),
        s("text", { x: end + 12, y: ends[seat] + 4.5 }, cut(names[seat], Math.floor((right - 18) / 7.4))),
      ),
    );
  });
  svg.addEventListener("click", (event) => {
    const at = ((event.clientX - svg.getBoundingClientRect().left - left) / (width - left - right - 8)) * total;
    const hand = Math.max(
      starts.findLastIndex((start) => start <= at),
      0,
    );
    choose({ hand, place: Math.round(at - starts[hand]) });
  });
  for (const mistake of shown) {
    if (!mistake.grade) continue;
    const classes = `sign ${mistake.grade} seat-${mistake.seat}${mistake === current ? " current" : ""}`;
    const sign = s(
      "g",
      { class: classes, transform: `translate(${x(mistake.hand, mistake.place)} ${y(mistake.best_win)})` },
      s("circle", { r: 9 }),
      s("text", { y: 4, "text-anchor": "middle" }, SIGNS[mistake.grade]),
      s("title", null, `${names[mistake.seat]}, hand ${mistake.hand + 1}: ${mistake.grade}`),
    );
    sign.addEventListener("click", (event) => {
      event.stopPropagation();
      choose(mistake);
    });
    svg.append(sign);
  }
  return svg;
}

/** The chances after each hand, for screen readers. @param {GameReview} review @param {string[]} names @param {number} hands */
function dataTable(review, names, hands) {
  /** @param {Point[]} points @param {number} hand */
  const after = (points, hand) => points.findLast((point) => point.hand === hand)?.win ?? 0;
  const rows = Array.from({ length: hands }, (_, hand) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, String(hand + 1)),
      review.chances.map((points) => h("td", null, `${Math.round(100 * after(points, hand))} %`)),
    ),
  );
  const head = h(
    "tr",
    null,
    h("th", { scope: "col" }, "Hand"),
    names.map((name) => h("th", { scope: "col" }, name)),
  );
  return h(
    "div",
    { class: "visually-hidden" },
    h(
      "table",
      null,
      h("caption", null, "Chance of winning after each hand"),
      h("thead", null, head),
      h("tbody", null, rows),
    ),
  );
}
