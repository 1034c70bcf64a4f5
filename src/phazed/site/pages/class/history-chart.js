// A bot's rating or rank over time, as a line with a band for the 95 % interval and as a table for screen readers.

/** @import { Rating } from "../../answers.js" */
import { h } from "../../components/dom.js";
import { s, ticks } from "../report/charts.js";
import { dataTable, rankText, ratingText } from "../../components/panels.js";
import { moment } from "./times.js";

const Z_95 = 1.96;
const HEIGHT = 220;
const [LEFT, RIGHT, TOP, BOTTOM] = [40, 14, 12, 28];

/** @typedef {{ matches: number, low: number, value: number, high: number }} Point */
/** @typedef {{ title: string, points: Point[], down: boolean }} Series  With `down`, smaller values are at the top. */

/** Return the charts of the rating and the rank. @param {Rating[]} history */
export function historyCharts(history) {
  if (history.length < 2)
    return [h("p", { class: "note" }, "The charts begin when the bot has played some more matches.")];
  const rating = history.map(({ matches, mu, sigma }) => ({
    matches,
    low: mu - Z_95 * sigma,
    value: mu,
    high: mu + Z_95 * sigma,
  }));
  const rank = history.map(({ matches, rank: value, low, high }) => ({ matches, low, value, high }));
  return [
    h(
      "div",
      { class: "charts" },
      chart({ title: "Rating over its matches", points: rating, down: false }),
      chart({ title: "Rank over its matches", points: rank, down: true }),
    ),
    h("p", { class: "note" }, "The band is the 95 % interval: it narrows with every match."),
    numbers(history),
  ];
}

/** @param {Series} series */
function chart(series) {
  const box = h("div", { class: "history-plot" });
  let width = 0;
  const draw = () => {
    const now = Math.floor(box.clientWidth);
    if (!now || now === width) return;
    width = now;
    box.replaceChildren(plot(series, width));
  };
  new ResizeObserver(draw).observe(box);
  return h("figure", null, h("figcaption", null, series.title), box);
}

/** @param {Series} series @param {number} width */
function plot({ title, points, down }, width) {
  const [low, high] = [Math.min(...points.map((each) => each.low)), Math.max(...points.map((each) => each.high))];
  const margin = down ? 0.3 : Math.max((high - low) * 0.05, 0.2);
  const [bottom, top] = down ? [high + margin, low - margin] : [low - margin, high + margin];
  const [first, last] = [points[0].matches, points[points.length - 1].matches];
  /** @param {number} matches */
  const x = (matches) => LEFT + ((matches - first) / Math.max(last - first, 1)) * (width - LEFT - RIGHT);
  /** @param {number} value */
  const y = (value) => TOP + ((top - value) / (top - bottom)) * (HEIGHT - TOP - BOTTOM);
  /** @param {"low" | "value" | "high"} which */
  const line = (which) => points.map((each) => `${x(each.matches).toFixed(1)},${y(each[which]).toFixed(1)}`);
  const svg = s("svg", {
    width,
    height: HEIGHT,
    viewBox: `0 0 ${width} ${HEIGHT}`,
    role: "img",
    "aria-label": `${title}; the numbers are in the table below`,
  });
  for (const tick of ticks(Math.min(top, bottom), Math.max(top, bottom), 5).filter(
    (each) => !down || Number.isInteger(each),
  ))
    svg.append(
      s("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: y(tick), y2: y(tick) }),
      s("text", { class: "tick", x: LEFT - 6, y: y(tick) + 4, "text-anchor": "end" }, String(tick)),
    );
  for (const tick of ticks(first, last, width > 500 ? 8 : 4))
    svg.append(s("text", { class: "tick", x: x(tick), y: HEIGHT - 8, "text-anchor": "middle" }, String(tick)));
  const end = points[points.length - 1];
  svg.append(
    s("polygon", { class: "band", points: [...line("low"), ...line("high").reverse()].join(" ") }),
    s("polyline", { points: line("value").join(" ") }),
    s("circle", { cx: x(end.matches), cy: y(end.value), r: 4 }),
  );
  return svg;
}

/** @param {Rating[]} history */
function numbers(history) {
  const rows = history.map((each) => [moment(each.time), String(each.matches), ratingText(each), rankText(each)]);
  return h(
    "details",
    null,
    h("summary", null, "The numbers"),
    dataTable("Rating and rank over time", ["Time", "Matches", "Rating", "Rank"], rows),
  );
}
