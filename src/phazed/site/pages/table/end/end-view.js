// Elements that show the results of a hand and of the game.

/** @import { FinalResult, HandResult, TableHand, TableMessage } from "../../../answers.js" */
import { byValue, cardFace, split } from "../../../components/cards.js";
import { capital, h, spoken } from "../../../components/dom.js";
import { plural } from "../../../components/numbers.js";
import { PLACES, due, inWords, whyHandEnded } from "../../../components/narration.js";
import { youTag } from "../view/board.js";
import { countdown } from "../view/countdown.js";
import { courseOfGame } from "./course-chart.js";

/** @typedef {TableMessage & { hand: TableHand & { end: HandResult } }} EndedTable */
/** @typedef {TableMessage & { over: FinalResult }} FinishedTable */
/** @typedef {{ address: string, by: string | null }} Rematch */
/**
 * @typedef {object} HandEndOptions
 * @property {() => void} onNext  called by the button
 * @property {(() => void) | null} onTakeOver  called by the button for replacing one's bot; null if there is none
 * @property {string[]} waiting  names of the players who have not pressed the button yet
 * @property {boolean} ready  whether this player has pressed the button
 * @property {boolean} inert  whether there is no button
 * @property {Rematch | null} rematch  a rematch that somebody else has requested
 * @property {number | null} deals  the time at which the next hand is dealt automatically
 */
/**
 * @typedef {object} GameEndOptions
 * @property {(() => void) | null} onRematch  called by the button; null if there is no button
 * @property {Rematch | null} rematch  a rematch that somebody else has requested
 */

const REMATCH = { class: "button primary big", "data-action": "rematch" };

/** @param {string[]} words */
const listed = (words) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
/** @param {string} cards */
const sorted = (cards) => split(cards).sort((one, other) => byValue(one) - byValue(other));

/**
 * A seat's name with a badge in the same colour as its line in the charts.
 * @param {TableMessage} table @param {number} seat
 */
function who(table, seat) {
  return h(
    "span",
    { class: "who" },
    h("span", { class: `badge seat-${seat}`, "aria-hidden": "true" }, [...table.names[seat]][0]?.toUpperCase()),
    h("span", { class: "name" }, table.names[seat]),
    seat === table.seat && youTag(table.names[seat], "span", "you"),
  );
}

/** The phases that the seat has completed after the hand. @param {EndedTable} table @param {number} seat */
function completed(table, seat) {
  if (table.over) return table.over.done[seat];
  const laid = laidIn(table.hand, seat);
  const before = table.hand.done[seat];
  return laid && !before.includes(laid) ? [...before, laid].sort((one, other) => one - other) : before;
}

/** The phase that the seat laid in the hand, or null. @param {TableHand} hand @param {number} seat */
function laidIn(hand, seat) {
  return hand.steps.flatMap((step) => (step[1] === "phase" && step[0] === seat ? [step[2]] : [])).at(0) ?? null;
}

/** @param {TableMessage} table @param {number[]} done */
function dots(table, done) {
  return h(
    "span",
    { class: "end-dots", role: "img", "aria-label": `${done.length} of ${plural(table.phases.length, "phase")}` },
    table.phases.map((_, at) => h("i", { class: done.includes(at + 1) ? "done" : "" })),
  );
}

/** @param {EndedTable} table */
function whyOver(table) {
  const { why, left = [] } = table.hand.end;
  const out = left.findIndex((cards) => !cards.trim());
  return `${capital(
    inWords(
      table,
      whyHandEnded(why, out, (seat) => seat === table.seat),
    ),
  )}.`;
}

// ------------------------------------------------------------------------------------------------- a hand

/** The result of a hand. @param {EndedTable} table @param {HandEndOptions} options */
export function handEnd(table, options) {
  return h(
    "section",
    { class: "ending hand-end", "aria-labelledby": "hand-end-title" },
    h(
      "header",
      null,
      h("h2", { id: "hand-end-title", tabindex: "-1" }, `Hand ${table.hand.number + 1} is over`),
      h("p", { class: "why" }, whyOver(table)),
    ),
    h(
      "ol",
      { class: "end-seats" },
      table.names.map((_, seat) => seatEnd(table, seat)),
    ),
    nextButton(table, options),
  );
}

/** @param {EndedTable} table @param {number} seat */
function seatEnd(table, seat) {
  const { points, scores, left = [] } = table.hand.end;
  const cards = sorted(left[seat]);
  const laid = laidIn(table.hand, seat);
  const done = completed(table, seat);
  return h(
    "li",
    { class: `end-seat${seat === table.seat ? " own" : ""}` },
    h("h3", null, who(table, seat), dots(table, done)),
    h(
      "div",
      { class: "end-cards", role: "group", "aria-label": `${plural(cards.length, "card")} left` },
      cards.map((card) => h("span", { class: "slot" }, cardFace(card))),
      !cards.length && h("span", { class: "out" }, "no cards left"),
    ),
    h(
      "p",
      { class: "end-points" },
      h("b", null, `+${points[seat]}`),
      spoken(` ${points[seat] === 1 ? "point" : "points"}, `),
      h("span", { class: "total" }, `${scores[seat]} in total`),
    ),
    h(
      "p",
      { class: "end-phase" },
      laid
        ? h("b", { class: "laid-now" }, `✓ Laid phase ${laid}`)
        : h("b", { class: "laid-none" }, without(table, seat)),
      !table.over && h("span", { class: "end-due" }, next(table, done)),
    ),
  );
}

/** The text for a seat that has not laid a phase. @param {EndedTable} table @param {number} seat */
function without(table, seat) {
  const played = table.hand.steps.some((step) => step[0] === seat && step[1] !== "miss");
  if (played) return "No phase laid";
  return seat === table.seat ? "You never had a turn" : "Never had a turn";
}

/** @param {TableMessage} table @param {number[]} done */
function next(table, done) {
  const words = due(table, done);
  return done.length === table.phases.length ? words : `Next ${words[0].toLowerCase()}${words.slice(1)}`;
}

/** @param {TableMessage} table @param {HandEndOptions} options */
function nextButton(table, options) {
  const label = table.over ? "See the result" : "Deal the next hand";
  return h(
    "footer",
    { class: "end-actions" },
    h(
      "p",
      { class: "end-waiting", role: "status" },
      options.waiting.length && (options.ready || options.inert) ? `Waiting for ${listed(options.waiting)}.` : "",
    ),
    options.rematch && rematchLink(options.rematch),
    options.deals !== null &&
      !table.over &&
      h("p", { class: "end-deals" }, "The next hand is dealt in ", countdown(options.deals), " s."),
    options.onTakeOver &&
      h(
        "button",
        { type: "button", class: "button primary big", "data-action": "take-over", onclick: options.onTakeOver },
        "Take over",
      ),
    !options.inert &&
      h(
        "button",
        {
          type: "button",
          class: "button primary big",
          "data-action": "next",
          disabled: options.ready,
          onclick: () => options.onNext(),
        },
        options.ready ? "Ready" : label,
      ),
  );
}

// ------------------------------------------------------------------------------------------------- the game

/** The result of the game. @param {FinishedTable} table @param {GameEndOptions} options */
export function gameEnd(table, options) {
  const { ranks, scores, done, seed } = table.over;
  const order = [0, 1, 2, 3].sort((one, other) => ranks[one] - ranks[other] || one - other);
  return h(
    "section",
    { class: "ending game-end", "aria-labelledby": "game-end-title" },
    h(
      "header",
      null,
      h("h2", { id: "game-end-title", tabindex: "-1" }, headline(table)),
      h("p", { class: "why" }, reason(table)),
    ),
    h(
      "ol",
      { class: "end-ranks" },
      order.map((seat) =>
        h(
          "li",
          { class: `${ranks[seat] === 1 ? "first" : ""}${seat === table.seat ? " own" : ""}` },
          h("b", { class: "rank" }, PLACES[ranks[seat]]),
          who(table, seat),
          dots(table, done[seat]),
          h("span", { class: "phases-done" }, `${done[seat].length} of ${table.phases.length} phases`),
          h("span", { class: "score" }, h("b", null, String(scores[seat])), scores[seat] === 1 ? " point" : " points"),
        ),
      ),
    ),
    table.sheet.length > 0 && courseOfGame(table),
    h("p", { class: "note" }, "Seed of the deals: ", h("code", null, seed)),
    gameActions(table, options),
  );
}

/** @param {TableMessage} table @param {number} seat */
const called = (table, seat) => (seat === table.seat ? "you" : table.names[seat]);

/** @param {FinishedTable} table */
function headline(table) {
  const winners = table.over.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  const text = listed(winners.map((seat) => called(table, seat)));
  if (winners.length > 1) return `${capital(text)} share first place`;
  return winners[0] === table.seat ? "You win!" : `${text} wins`;
}

/** @param {FinishedTable} table */
function reason(table) {
  const all = table.over.done.flatMap((done, seat) => (done.length === table.phases.length ? [seat] : []));
  const hands = plural(table.sheet.length, "hand");
  if (!all.length) return `After ${hands}, nobody has laid all phases, so points decide.`;
  if (all.length === 1) return `All ${table.phases.length} phases laid in ${hands}.`;
  const names = capital(listed(all.map((seat) => called(table, seat))));
  return `${names} laid all ${table.phases.length} phases in the same hand; the fewest points win.`;
}

/**
 * The button or link for the rematch. After a reload, it is not known who requested it.
 * @param {GameEndOptions} options
 */
function again({ rematch, onRematch }) {
  if (rematch) return rematchLink(rematch);
  return onRematch && h("button", { ...REMATCH, type: "button", onclick: () => onRematch() }, "Rematch");
}

/** @param {Rematch} rematch */
function rematchLink({ address, by }) {
  const join = by ? `Join ${by}'s rematch` : "Join the rematch";
  return h("a", { ...REMATCH, href: address }, address.includes("#") ? join : "Watch the rematch");
}

/** @param {TableMessage} table @param {GameEndOptions} options */
function gameActions(table, options) {
  /** @param {string} action @param {string} href @param {string} label @param {boolean} [download] */
  const link = (action, href, label, download = false) =>
    h("a", { class: "button", "data-action": action, href, download }, label);
  const files = `/api/games/${encodeURIComponent(table.id)}`;
  return h(
    "footer",
    { class: "end-actions" },
    again(options),
    link("new-game", "/", "New game"),
    link("review", `/review/${encodeURIComponent(table.id)}`, "Review the game"),
    link("replay", `/replay/${encodeURIComponent(table.id)}`, "Watch the replay"),
    link("log", `${files}/log`, "Match log", true),
    link("record", `${files}/record`, "Record", true),
  );
}
