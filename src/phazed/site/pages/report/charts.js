// The report's charts, drawn as SVG or as tables with tinted cells. Each chart is a function from data to an element.

/** @import { Child, Props } from "../../components/dom.js" */
/** @import { Bot } from "./report-data.js" */
import { h } from "../../components/dom.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element with attributes and children.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number> | null} [props]
 * @param {...(Node | string | null | false | (Node | string | null | false)[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props ?? {})) element.setAttribute(name, String(value));
  element.append(...children.flat().flatMap((child) => (child === null || child === false ? [] : [child])));
  return element;
}

/**
 * About `about` round numbers from low to high.
 * @param {number} low @param {number} high @param {number} about
 */
export function ticks(low, high, about) {
  const rough = Math.max(high - low, 1e-9) / about;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * size).find((each) => each >= rough) ?? 10 * size;
  /** @type {number[]} */
  const found = [];
  for (let at = Math.ceil(low / step); at * step <= high + 1e-9; at += 1)
    found.push(Number((at * step).toPrecision(12)));
  return found;
}

const Z_95 = 1.96;

/** @param {Bot[]} bots */
function ratingRange(bots) {
  const low = Math.min(...bots.map((bot) => bot.mu - Z_95 * bot.sigma));
  const high = Math.max(...bots.map((bot) => bot.mu + Z_95 * bot.sigma));
  const room = Math.max((high - low) * 0.04, 0.5);
  return [low - room, high + room];
}

/** @typedef {(bot: Bot) => string} Label */
/**
 * @typedef {(bots: Bot[], width: number, tip: HTMLElement, describe: Label, choose: (bot: Bot) => void) => SVGElement}
 *   RatingChart
 */

/**
 * The ratings with their 95 % intervals. Up to `few` bots are drawn as rows with names; if there are more, they are
 * drawn as columns, best on the left. `describe(bot)` returns the text shown on hover; a click or Enter calls
 * `choose(bot)`.
 * @param {Bot[]} bots
 * @param {Label} describe
 * @param {(bot: Bot) => void} choose
 * @param {number} [few]
 */
export function ratingPlot(bots, describe, choose, few = 40) {
  const box = h("div", { class: "plot" });
  const tip = h("div", { class: "tip", role: "status" });
  let width = 0;
  const draw = () => {
    const now = Math.floor(box.clientWidth);
    if (!now || now === width) return;
    width = now;
    box.replaceChildren((bots.length <= few ? ratingRows : ratingColumns)(bots, width, tip, describe, choose), tip);
  };
  new ResizeObserver(draw).observe(box);
  return box;
}

/** @type {RatingChart} */
function ratingRows(bots, width, tip, describe, choose) {
  const row = 26;
  const left = Math.min(190, width * 0.34);
  const [low, high] = ratingRange(bots);
  const height = bots.length * row + 30;
  /** @param {number} value */
  const x = (value) => left + 8 + ((value - low) / (high - low)) * (width - left - 24);
  const svg = s("svg", { width, height, viewBox: `0 0 ${width} ${height}`, class: "rows" });
  for (const tick of ticks(low, high, width > 600 ? 8 : 4)) {
    svg.append(
      s("line", { class: "grid", x1: x(tick), x2: x(tick), y1: 0, y2: height - 26 }),
      s("text", { class: "tick", x: x(tick), y: height - 8, "text-anchor": "middle" }, String(tick)),
    );
  }
  bots.forEach((bot, at) => {
    const y = at * row + row / 2;
    const spot = { class: "hit", x: 0, y: at * row, width, height: row, rx: 6 };
    const line = s(
      "g",
      { class: `bot${bot.built_in ? " built-in" : ""}` },
      s("rect", { ...spot, role: "button", tabindex: 0, "aria-label": describe(bot) }),
      s(
        "text",
        { class: "who", "aria-hidden": "true", x: left - 4, y: y + 4, "text-anchor": "end" },
        cut(bot.name, Math.floor(left / 8.4)),
      ),
      s("line", { class: "whisker", x1: x(bot.mu - Z_95 * bot.sigma), x2: x(bot.mu + Z_95 * bot.sigma), y1: y, y2: y }),
      s("circle", { class: "dot", cx: x(bot.mu), cy: y, r: 5 }),
    );
    const show = () => place(tip, describe(bot), x(bot.mu), y, width);
    line.addEventListener("pointerenter", show);
    line.addEventListener("focusin", show);
    line.addEventListener("pointerleave", () => tip.classList.remove("on"));
    line.addEventListener("focusout", () => tip.classList.remove("on"));
    line.addEventListener("click", () => choose(bot));
    line.addEventListener("keydown", (event) => event.key === "Enter" && choose(bot));
    svg.append(line);
  });
  return svg;
}

/** @type {RatingChart} */
function ratingColumns(bots, width, tip, describe, choose) {
  const height = width > 600 ? 360 : 280;
  const [left, right, top, bottom] = [34, 10, 12, 26];
  const [low, high] = ratingRange(bots);
  const step = (width - left - right) / bots.length;
  /** @param {number} at */
  const x = (at) => left + (at + 0.5) * step;
  /** @param {number} value */
  const y = (value) => top + ((high - value) / (high - low)) * (height - top - bottom);
  const svg = s("svg", {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    class: "columns",
    tabindex: 0,
    role: "application",
    "aria-label": `Ratings of ${bots.length} bots with 95 % intervals. Arrow keys go from bot to bot, Enter shows details.`,
  });
  for (const tick of ticks(low, high, 6)) {
    svg.append(
      s("line", { class: "grid", x1: left, x2: width - right, y1: y(tick), y2: y(tick) }),
      s("text", { class: "tick", x: left - 6, y: y(tick) + 4, "text-anchor": "end" }, String(tick)),
    );
  }
  for (const tick of ticks(1, bots.length, width > 600 ? 10 : 5)) {
    if (tick >= 1)
      svg.append(s("text", { class: "tick", x: x(tick - 1), y: height - 8, "text-anchor": "middle" }, String(tick)));
  }
  const thick = Math.max(Math.min(step * 0.55, 6), 0.8);
  /** @type {SVGElement[]} */
  const others = [];
  /** @type {SVGElement[]} */
  const builtIn = [];
  bots.forEach((bot, at) => {
    const mark = s(
      "g",
      { class: `bot${bot.built_in ? " built-in" : ""}` },
      s("line", {
        class: "whisker",
        "stroke-width": thick,
        x1: x(at),
        x2: x(at),
        y1: y(bot.mu - Z_95 * bot.sigma),
        y2: y(bot.mu + Z_95 * bot.sigma),
      }),
      s("circle", { class: "dot", cx: x(at), cy: y(bot.mu), r: bot.built_in ? 4 : Math.max(thick * 0.75, 1.4) }),
    );
    if (bot.built_in) {
      const end = at > bots.length / 2;
      mark.append(
        s(
          "text",
          { class: "landmark", x: x(at) + (end ? -9 : 9), y: y(bot.mu) - 8, "text-anchor": end ? "end" : "start" },
          cut(bot.name, 24),
        ),
      );
    }
    (bot.built_in ? builtIn : others).push(mark);
  });
  const cross = s("line", { class: "cross", x1: -9, x2: -9, y1: top, y2: height - bottom });
  const ring = s("circle", { class: "ring", cx: -9, cy: -9, r: 6 });
  svg.append(cross, ...others, ...builtIn, ring);
  let at = -1;
  /** @param {number} wanted */
  const point = (wanted) => {
    at = Math.min(Math.max(wanted, 0), bots.length - 1);
    const bot = bots[at];
    for (const end of ["x1", "x2"]) cross.setAttribute(end, String(x(at)));
    ring.setAttribute("cx", String(x(at)));
    ring.setAttribute("cy", String(y(bot.mu)));
    svg.classList.add("pointing");
    place(tip, describe(bot), x(at), y(bot.mu), width);
  };
  const leave = () => {
    svg.classList.remove("pointing");
    tip.classList.remove("on");
  };
  svg.addEventListener("pointermove", (event) =>
    point(Math.floor((event.clientX - svg.getBoundingClientRect().left - left) / step)),
  );
  svg.addEventListener("pointerleave", leave);
  svg.addEventListener("blur", leave);
  svg.addEventListener("click", () => at >= 0 && choose(bots[at]));
  svg.addEventListener("keydown", (event) => {
    /** @type {Record<string, number>} */
    const moves = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: bots.length - 1 };
    if (event.key in moves) point(moves[event.key]);
    else if (event.key === "Enter" && at >= 0) choose(bots[at]);
    else return;
    event.preventDefault();
  });
  return svg;
}

/** @param {HTMLElement} tip @param {string} text @param {number} x @param {number} y @param {number} width */
function place(tip, text, x, y, width) {
  tip.textContent = text;
  tip.classList.add("on");
  const half = tip.offsetWidth / 2;
  tip.style.left = `${Math.min(Math.max(x, half + 2), width - half - 2)}px`;
  tip.style.top = `${y}px`;
  tip.classList.toggle("below", y < 60);
}

/** The text, shortened to a maximum length. @param {string} text @param {number} most */
export function cut(text, most) {
  const signs = [...text];
  return signs.length > most ? `${signs.slice(0, Math.max(most - 1, 1)).join("")}…` : text;
}

/**
 * A cell whose tint shows how far the value is above (1) or below (-1) the mean.
 * @param {"td" | "th"} tag
 * @param {number} lean
 * @param {Props} props
 * @param {...Child} children
 */
export function tinted(tag, lean, props, ...children) {
  const cell = h(tag, { ...props, class: `tinted ${lean < 0 ? "below" : "above"}` }, ...children);
  cell.style.setProperty("--lean", `${Math.round(Math.min(Math.abs(lean), 1) * 100)}%`);
  return cell;
}

/**
 * Bars side by side, with heights relative to the largest.
 * @param {[label: string, value: number, name?: string][]} bars @param {string} spoken
 */
export function histogram(bars, spoken) {
  const most = Math.max(...bars.map(([, value]) => value), 1);
  return h(
    "div",
    { class: "histogram", role: "img", "aria-label": spoken },
    bars.map(([label, value, name]) => {
      const bar = h("i", { class: name ?? "" });
      bar.style.height = `${(value / most) * 100}%`;
      return h(
        "div",
        null,
        h("span", null, value.toLocaleString("en")),
        h("div", { class: "shaft" }, bar),
        h("b", null, label),
      );
    }),
  );
}

/** A bar that consists of several parts. @param {[label: string, value: number, name: string][]} parts @param {string} spoken */
export function stacked(parts, spoken) {
  const bar = h("div", { class: "stacked", role: "img", "aria-label": spoken });
  for (const [label, value, name] of parts) {
    if (!value) continue;
    const part = h("i", { class: name, title: `${label}: ${value.toLocaleString("en")}` });
    part.style.flexGrow = String(value);
    bar.append(part);
  }
  return bar;
}

/** A bar for a share, with a mark at the mean. @param {number} share @param {number} usual */
export function against(share, usual) {
  const bar = h("i");
  bar.style.width = `${share * 100}%`;
  const mark = h("b");
  mark.style.left = `${usual * 100}%`;
  return h("div", { class: "against", "aria-hidden": "true" }, bar, mark);
}
