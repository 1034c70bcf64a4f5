// The course of a game as two charts: phases and points over the hands. Each seat has a colour, a dash pattern, a
// marker and a name at the end of its line, so that the charts can be read without colours. A table for screen readers
// has the same numbers.

/** @import { SheetRow, TableMessage } from "../../../answers.js" */
import { h } from "../../../components/dom.js";
import { cut, s, ticks } from "../../report/charts.js";

export const DASHES = ["none", "8 4", "2 4", "10 3 2 3"];
const SEATS = [0, 1, 2, 3];
const LABEL = 16;
const FEW = 7;

/** The markers of the four seats, about seven units wide. */
const MARKS = ["M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", "M-3.5-3.5h7v7h-7z", "M0-4.6L4.6 3.6h-9.2z", "M0-5L5 0L0 5L-5 0z"];

/**
 * The completed phases and points of the four seats, before the first hand and after each hand.
 * @param {SheetRow[]} sheet
 */
function figures(sheet) {
  const phases = [SEATS.map(() => 0)];
  const points = [SEATS.map(() => 0)];
  for (const row of sheet) {
    const before = phases[phases.length - 1];
    phases.push(SEATS.map((seat) => before[seat] + (row.laid[seat] ? 1 : 0)));
    points.push(row.scores);
  }
  return { phases, points };
}

/** @param {TableMessage} table */
export function courseOfGame(table) {
  const { phases, points } = figures(table.sheet);
  return h(
    "div",
    { class: "course" },
    chart("Phases completed after each hand", table.names, phases, table.phases.length),
    chart("Points after each hand (fewer are better)", table.names, points, Math.max(...points.flat(), 10)),
    dataTable(table, phases),
  );
}

/** @param {string} title @param {string[]} names @param {number[][]} rows @param {number} most */
function chart(title, names, rows, most) {
  const box = h("div", { class: "course-plot" });
  let width = 0;
  const draw = () => {
    const now = Math.floor(box.clientWidth);
    if (!now || now === width) return;
    width = now;
    box.replaceChildren(plot(title, names, rows, most, width));
  };
  new ResizeObserver(draw).observe(box);
  return h("figure", null, h("figcaption", null, title), box);
}

/** @param {string} title @param {string[]} names @param {number[][]} rows @param {number} most @param {number} width */
function plot(title, names, rows, most, width) {
  const height = 220;
  const [left, top, bottom] = [14 + 8 * String(most).length, 10, 26];
  const right = Math.min(Math.max(...names.map((name) => name.length)) * 8 + 26, 130, width * 0.3);
  const hands = rows.length - 1;
  /** @param {number} hand */
  const x = (hand) => left + (hand / hands) * (width - left - right - 8);
  /** @param {number} value */
  const y = (value) => top + (1 - value / most) * (height - top - bottom);
  // With few values, lines often coincide, so they are drawn slightly apart.
  /** @param {number} seat */
  const apart = (seat) => (most <= FEW ? (1.5 - seat) * 2 : 0);
  const svg = s("svg", {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-label": `${title}; the numbers are in the table below`,
  });
  for (const tick of ticks(0, most, most <= FEW ? most : 5)) {
    svg.append(
      s("line", { class: "grid", x1: left, x2: width - right - 8, y1: y(tick), y2: y(tick) }),
      s("text", { class: "tick", x: left - 7, y: y(tick) + 4, "text-anchor": "end" }, String(tick)),
    );
  }
  for (const tick of ticks(1, hands, Math.min(hands, width > 420 ? 10 : 5)).filter(Number.isInteger))
    svg.append(s("text", { class: "tick", x: x(tick), y: height - 8, "text-anchor": "middle" }, String(tick)));
  const ends = spread(
    SEATS.map((seat) => y(rows[hands][seat]) + apart(seat)),
    LABEL,
    height - bottom + 8,
  );
  for (const seat of SEATS) {
    /** @type {[number, number][]} */
    const spots = rows.map((row, hand) => [x(hand), y(row[seat]) + apart(seat)]);
    const end = width - right + 4;
    svg.append(
      s(
        "g",
        { class: `seat-${seat}` },
        s("polyline", { points: spots.map((spot) => spot.join()).join(" "), "stroke-dasharray": DASHES[seat] }),
        spots.slice(1).map((spot) => mark(seat, ...spot)),
        s("line", { class: "lead", x1: x(hands) + 6, x2: end - 4, y1: spots[hands][1], y2: ends[seat] }),
        mark(seat, end + 3, ends[seat]),
        s("text", { x: end + 12, y: ends[seat] + 4.5 }, cut(names[seat], Math.floor((right - 18) / 7.4))),
      ),
    );
  }
  return svg;
}

/** @param {number} seat @param {number} x @param {number} y */
export const mark = (seat, x, y) => s("path", { d: MARKS[seat], transform: `translate(${x} ${y})` });

/**
 * Move positions apart so that neighbours keep their distance and none exceeds the limit.
 * @param {number[]} places @param {number} distance @param {number} limit
 */
export function spread(places, distance, limit) {
  const order = places.map((_, at) => at).sort((one, other) => places[one] - places[other] || one - other);
  const moved = [...places];
  order.forEach((at, rank) => {
    if (rank) moved[at] = Math.max(moved[at], moved[order[rank - 1]] + distance);
  });
  let most = limit;
  for (const at of [...order].reverse()) {
    moved[at] = Math.min(moved[at], most);
    most = moved[at] - distance;
  }
  return moved;
}

/** The same numbers as a table for screen readers. @param {TableMessage} table @param {number[][]} phases */
function dataTable(table, phases) {
  const head = h(
    "tr",
    null,
    h("th", { scope: "col" }, "Hand"),
    table.names.map((name) => h("th", { scope: "col" }, name)),
  );
  const rows = table.sheet.map((row, at) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, String(at + 1)),
      SEATS.map((seat) =>
        h(
          "td",
          null,
          `${row.points[seat]} points, ${row.scores[seat]} in total, phases completed: ${phases[at + 1][seat]}`,
        ),
      ),
    ),
  );
  return h(
    "div",
    { class: "visually-hidden" },
    h(
      "table",
      null,
      h("caption", null, "Points and phases, hand by hand"),
      h("thead", null, head),
      h("tbody", null, rows),
    ),
  );
}
