// The report's charts, drawn as SVG and as tables whose cells are tinted. Each is a function from data to an element.

import { h } from "/viewer/dom.js";

const SVG = "http://www.w3.org/2000/svg";

/** An element of a drawing, with attributes and children. */
export function s(tag, props, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props ?? {})) element.setAttribute(name, String(value));
  element.append(...children.flat().filter((child) => child !== null && child !== false));
  return element;
}

/** Round numbers from low to high, about so many. */
export function ticks(low, high, about) {
  const rough = Math.max(high - low, 1e-9) / about;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * size).find((each) => each >= rough);
  const found = [];
  for (let at = Math.ceil(low / step); at * step <= high + 1e-9; at += 1)
    found.push(Number((at * step).toPrecision(12)));
  return found;
}

const SURE = 1.96;

function ratingRange(bots) {
  const low = Math.min(...bots.map((bot) => bot.mu - SURE * bot.sigma));
  const high = Math.max(...bots.map((bot) => bot.mu + SURE * bot.sigma));
  const room = Math.max((high - low) * 0.04, 0.5);
  return [low - room, high + room];
}

/**
 * The ratings with their 95 % intervals. Up to `few` bots have a line with their name each; more of them stand side by
 * side, best on the left, and tell their names when one points at them. `told(bot)` is what is told then, and
 * `chosen(bot)` is called by a click or Enter.
 */
export function ratingPlot(bots, told, chosen, few = 40) {
  const box = h("div", { class: "plot" });
  const tip = h("div", { class: "tip", role: "status" });
  let width = 0;
  const draw = () => {
    const now = Math.floor(box.clientWidth);
    if (!now || now === width) return;
    width = now;
    box.replaceChildren((bots.length <= few ? ratingRows : ratingColumns)(bots, width, tip, told, chosen), tip);
  };
  new ResizeObserver(draw).observe(box);
  return box;
}

function ratingRows(bots, width, tip, told, chosen) {
  const row = 26;
  const left = Math.min(190, width * 0.34);
  const [low, high] = ratingRange(bots);
  const height = bots.length * row + 30;
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
      { class: `bot${bot.built_in ? " house" : ""}` },
      s("rect", { ...spot, role: "button", tabindex: 0, "aria-label": told(bot) }),
      s(
        "text",
        { class: "who", "aria-hidden": "true", x: left - 4, y: y + 4, "text-anchor": "end" },
        cut(bot.name, Math.floor(left / 8.4)),
      ),
      s("line", { class: "whisker", x1: x(bot.mu - SURE * bot.sigma), x2: x(bot.mu + SURE * bot.sigma), y1: y, y2: y }),
      s("circle", { class: "dot", cx: x(bot.mu), cy: y, r: 5 }),
    );
    const show = () => place(tip, told(bot), x(bot.mu), y, width);
    line.addEventListener("pointerenter", show);
    line.addEventListener("focusin", show);
    line.addEventListener("pointerleave", () => tip.classList.remove("on"));
    line.addEventListener("focusout", () => tip.classList.remove("on"));
    line.addEventListener("click", () => chosen(bot));
    line.addEventListener("keydown", (event) => event.key === "Enter" && chosen(bot));
    svg.append(line);
  });
  return svg;
}

function ratingColumns(bots, width, tip, told, chosen) {
  const height = width > 600 ? 360 : 280;
  const [left, right, top, bottom] = [34, 10, 12, 26];
  const [low, high] = ratingRange(bots);
  const step = (width - left - right) / bots.length;
  const x = (at) => left + (at + 0.5) * step;
  const y = (value) => top + ((high - value) / (high - low)) * (height - top - bottom);
  const svg = s("svg", {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    class: "columns",
    tabindex: 0,
    role: "application",
    "aria-label": `Ratings of ${bots.length} bots with 95 % intervals. Arrow keys go from bot to bot, Enter shows one.`,
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
  const others = [];
  const house = [];
  bots.forEach((bot, at) => {
    const mark = s(
      "g",
      { class: `bot${bot.built_in ? " house" : ""}` },
      s("line", {
        class: "whisker",
        "stroke-width": thick,
        x1: x(at),
        x2: x(at),
        y1: y(bot.mu - SURE * bot.sigma),
        y2: y(bot.mu + SURE * bot.sigma),
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
    (bot.built_in ? house : others).push(mark);
  });
  const cross = s("line", { class: "cross", x1: -9, x2: -9, y1: top, y2: height - bottom });
  const ring = s("circle", { class: "ring", cx: -9, cy: -9, r: 6 });
  svg.append(cross, ...others, ...house, ring);
  let at = -1;
  const point = (wanted) => {
    at = Math.min(Math.max(wanted, 0), bots.length - 1);
    const bot = bots[at];
    for (const end of ["x1", "x2"]) cross.setAttribute(end, x(at));
    ring.setAttribute("cx", x(at));
    ring.setAttribute("cy", y(bot.mu));
    svg.classList.add("pointing");
    place(tip, told(bot), x(at), y(bot.mu), width);
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
  svg.addEventListener("click", () => at >= 0 && chosen(bots[at]));
  svg.addEventListener("keydown", (event) => {
    const moves = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: bots.length - 1 };
    if (event.key in moves) point(moves[event.key]);
    else if (event.key === "Enter" && at >= 0) chosen(bots[at]);
    else return;
    event.preventDefault();
  });
  return svg;
}

function place(tip, text, x, y, width) {
  tip.textContent = text;
  tip.classList.add("on");
  const half = tip.offsetWidth / 2;
  tip.style.left = `${Math.min(Math.max(x, half + 2), width - half - 2)}px`;
  tip.style.top = `${y}px`;
  tip.classList.toggle("below", y < 60);
}

/** A text that is not too long for its place. */
export function cut(text, most) {
  const signs = [...text];
  return signs.length > most ? `${signs.slice(0, Math.max(most - 1, 1)).join("")}…` : text;
}

/** A cell that is tinted by how far the value is above (1) or below (-1) the usual. */
export function tinted(tag, lean, props, ...children) {
  const cell = h(tag, { ...props, class: `tinted ${lean < 0 ? "below" : "above"}` }, ...children);
  cell.style.setProperty("--lean", `${Math.round(Math.min(Math.abs(lean), 1) * 100)}%`);
  return cell;
}

/** Bars side by side, each `[label, value, class]`, as high as their share of the largest. */
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

/** One bar of several parts, each `[label, value, class]`. */
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

/** A share as a bar, with a mark where the usual share is. */
export function against(share, usual) {
  const bar = h("i");
  bar.style.width = `${share * 100}%`;
  const mark = h("b");
  mark.style.left = `${usual * 100}%`;
  return h("div", { class: "against", "aria-hidden": "true" }, bar, mark);
}
