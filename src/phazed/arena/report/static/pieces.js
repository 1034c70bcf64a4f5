// Small pieces that all sections of the report are made of.

import { copyFrom, h } from "/viewer/dom.js";
import { count, plural } from "./figures.js";

export const FIRST_ROWS = 25;

/** A bot's name; the house's own players are set apart. */
export const label = (bot) => h("span", { class: `name${bot.built_in ? " house" : ""}` }, bot.name);

/** The ranks between which a bot's true one lies. */
export function interval(bot) {
  if (bot.rank === null) return "–";
  return bot.low === bot.high ? String(bot.low) : `${bot.low}–${bot.high}`;
}

export const rating = (bot) => `${bot.mu.toFixed(1)} ± ${bot.sigma.toFixed(1)}`;

/** Of the matches that counted for the bot: those that were played to their end, and those that its own error ended. */
export function winShare(bot) {
  const counted = bot.places.reduce((sum, times) => sum + times, bot.errors);
  return counted ? bot.wins / counted : null;
}

/** A bot's name that shows more of it when it is clicked. */
export function nameButton(page, bot) {
  const open = (event) => {
    event.stopPropagation();
    page.openBot(bot);
  };
  return h("button", { type: "button", class: "bot-link", title: bot.name, onclick: open }, label(bot));
}

export function section(id, title, intro, ...content) {
  return h("section", { id }, h("h2", null, title), intro && h("p", { class: "intro" }, intro), ...content);
}

/** A table that may be wider than its place. */
export function scroller(title, name, ...content) {
  return h("div", { class: `scroller ${name}`, tabindex: "0", role: "region", "aria-label": title }, ...content);
}

/** Titles and values. */
export function figures(name, pairs) {
  return h(
    "dl",
    { class: name },
    pairs.map(([title, value, note]) =>
      h("div", null, h("dt", null, title), h("dd", null, value), note && h("dd", { class: "note" }, note)),
    ),
  );
}

/** A command that is copied by a click. */
export function command(text) {
  const copy = (event) => copyFrom(event.currentTarget, text);
  return h("button", { type: "button", class: "command", title: "Copy this command", onclick: copy }, text);
}

/**
 * A list of which only the first are shown until somebody asks for all: `find()` gives everything that is to be shown,
 * `show(items)` shows it. Returns the button that asks, and `draw()`.
 */
export function shortened(noun, find, show, most = FIRST_ROWS) {
  let all = false;
  const button = h("button", { type: "button", class: "more-button" });
  function draw() {
    const items = find();
    const few = all || items.length <= most + 5;
    show(few ? items : items.slice(0, most));
    button.hidden = few;
    button.textContent = `Show all ${plural(items.length, noun)}`;
  }
  button.addEventListener("click", () => {
    all = true;
    draw();
  });
  return { button, draw };
}

/** A box to search in, and beside it what was found. */
export function searchBox(title, look) {
  const input = h("input", { type: "search", placeholder: title, "aria-label": title, oninput: () => look() });
  const said = h("p", { class: "said", role: "status" });
  return { input, said, asked: () => input.value.trim().toLowerCase() };
}

/** How many of how many. */
export const partOf = (some, all, noun) =>
  some === all ? plural(all, noun) : `${count(some)} of ${plural(all, noun)}`;
