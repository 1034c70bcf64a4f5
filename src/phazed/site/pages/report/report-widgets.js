// Small elements shared by the sections of the report.

/** @import { Child } from "../../components/dom.js" */
/** @import { Bot, ReportPage } from "./report-data.js" */
import { copyFrom, h } from "../../components/dom.js";
import { count, plural } from "../../components/numbers.js";

export const FIRST_ROWS = 25;

/** A bot's name, with a class for built-in players. @param {Bot} bot */
export const label = (bot) => h("span", { class: `name${bot.built_in ? " built-in" : ""}` }, bot.name);

/** The 95 % interval of a bot's rank. @param {Bot} bot */
export function interval(bot) {
  if (bot.rank === null) return "–";
  return bot.low === bot.high ? String(bot.low) : `${bot.low}–${bot.high}`;
}

/** @param {Bot} bot */
export const rating = (bot) => `${bot.mu.toFixed(1)} ± ${bot.sigma.toFixed(1)}`;

/**
 * Share of wins in the matches that count for the bot: completed matches and those ended by its own error.
 * @param {Bot} bot
 */
export function winShare(bot) {
  const counted = bot.places.reduce((sum, times) => sum + times, bot.errors);
  return counted ? bot.wins / counted : null;
}

/** A bot's name as a button that opens its details. @param {ReportPage} page @param {Bot} bot */
export function nameButton(page, bot) {
  const open = (/** @type {Event} */ event) => {
    event.stopPropagation();
    page.openBot(bot);
  };
  return h("button", { type: "button", class: "bot-link", title: bot.name, onclick: open }, label(bot));
}

/** @param {string} id @param {string} title @param {string | null} intro @param {...(Child | Child[])} content */
export function section(id, title, intro, ...content) {
  return h("section", { id }, h("h2", null, title), intro && h("p", { class: "intro" }, intro), ...content);
}

/** A container for a table that may be wide. @param {string} title @param {string} name @param {...Child} content */
export function scroller(title, name, ...content) {
  return h("div", { class: `scroller ${name}`, tabindex: "0", role: "region", "aria-label": title }, ...content);
}

/**
 * A list of titles with their values.
 * @param {string} name
 * @param {(string | false | null | undefined)[][]} pairs  title, value and note
 */
export function definitions(name, pairs) {
  return h(
    "dl",
    { class: name },
    pairs.map(([title, value, note]) =>
      h("div", null, h("dt", null, title), h("dd", null, value), note && h("dd", { class: "note" }, note)),
    ),
  );
}

/** A command that is copied when clicked. @param {string} text */
export function command(text) {
  const copy = (/** @type {any} */ event) => copyFrom(event.currentTarget, text);
  return h("button", { type: "button", class: "command", title: "Copy this command", onclick: copy }, text);
}

/**
 * A list of which only the first items are shown until a button is pressed. `find()` returns all items, and
 * `show(items)` shows some of them. Returns the button and `draw()`.
 * @template T
 * @param {string} noun
 * @param {() => T[]} find
 * @param {(items: T[]) => void} show
 * @param {number} [most]
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

/** A search box with a line for the number of results. @param {string} title @param {() => void} look */
export function searchBox(title, look) {
  const input = h("input", { type: "search", placeholder: title, "aria-label": title, oninput: () => look() });
  const said = h("p", { class: "said", role: "status" });
  return { input, said, asked: () => input.value.trim().toLowerCase() };
}

/** A count such as "3 of 20 bots", or "20 bots" for all of them. @param {number} some @param {number} all @param {string} noun */
export const partOf = (some, all, noun) =>
  some === all ? plural(all, noun) : `${count(some)} of ${plural(all, noun)}`;
