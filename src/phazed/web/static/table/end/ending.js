// What is shown when a hand or the game is over. Both functions take the table as the client keeps it (the server's
// message `table`, with `hand.end`, `sheet` and `over` filled in) and give back an element.

import { byValue, cardFace, split } from "/viewer/cards.js";
import { capital, h, many, spoken } from "/viewer/dom.js";
import { PLACES, WHY, due } from "/viewer/moments.js";
import { youTag } from "../board.js";
import { courseOfGame } from "./curves.js";

const listed = (words) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
const sorted = (cards) => split(cards).sort((one, other) => byValue(one) - byValue(other));

/** A seat's name with its number, which also tells its line in the charts. */
function who(table, seat) {
  return h(
    "span",
    { class: "who" },
    h("span", { class: `badge seat-${seat}`, "aria-hidden": "true" }, String(seat)),
    h("span", { class: "name" }, table.names[seat]),
    seat === table.seat && youTag(table.names[seat], "span", "you"),
  );
}

/** The phases that each seat has completed now that the hand is over. */
function completed(table, seat) {
  if (table.over) return table.over.done[seat];
  const laid = laidIn(table.hand, seat);
  const before = table.hand.done[seat];
  return laid && !before.includes(laid) ? [...before, laid].sort((one, other) => one - other) : before;
}

/** The phase that the seat has laid in the hand; null if none. */
function laidIn(hand, seat) {
  const step = hand.steps.find((each) => each[0] === seat && each[1] === "phase");
  return step ? step[2] : null;
}

function dots(table, done) {
  return h(
    "span",
    { class: "end-dots", role: "img", "aria-label": `${done.length} of ${many(table.phases.length, "phase")}` },
    table.phases.map((_, at) => h("i", { class: done.includes(at + 1) ? "done" : "" })),
  );
}

function whyOver(table) {
  const { why, left } = table.hand.end;
  if (WHY[why]) return `${capital(WHY[why])}.`;
  const seat = left.findIndex((cards) => !cards.trim());
  if (seat < 0) return "";
  return seat === table.seat ? "You have no cards left." : `${table.names[seat]} has no cards left.`;
}

// ------------------------------------------------------------------------------------------------- a hand

/**
 * The end of a hand. Options: `onNext` (called by the button), `waiting` (names of those who still have to press
 * theirs), `ready` (true: this person has pressed), `inert` (true: no button).
 */
export function handEnd(table, options = {}) {
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

function seatEnd(table, seat) {
  const { points, scores, left } = table.hand.end;
  const cards = sorted(left[seat]);
  const laid = laidIn(table.hand, seat);
  const done = completed(table, seat);
  return h(
    "li",
    { class: `end-seat${seat === table.seat ? " own" : ""}` },
    h("h3", null, who(table, seat), dots(table, done)),
    h(
      "div",
      { class: "end-cards", role: "group", "aria-label": `${many(cards.length, "card")} left` },
      cards.map((card) => h("span", { class: "slot" }, cardFace(card))),
      !cards.length && h("span", { class: "out" }, "no cards left"),
    ),
    h(
      "p",
      { class: "end-points" },
      h("b", null, `+${points[seat]}`),
      spoken(` ${points[seat] === 1 ? "point" : "points"}, `),
      h("span", { class: "total" }, `${scores[seat]} in all`),
    ),
    h(
      "p",
      { class: "end-phase" },
      laid
        ? h("b", { class: "laid-now" }, `✓ Laid phase ${laid}`)
        : h("b", { class: "laid-none" }, "No phase in this hand"),
      !table.over && h("span", { class: "end-due" }, next(table, done)),
    ),
  );
}

function next(table, done) {
  const words = due(table, done);
  return done.length === table.phases.length ? words : `Next ${words[0].toLowerCase()}${words.slice(1)}`;
}

function nextButton(table, options) {
  const waiting = options.waiting ?? [];
  const label = table.over ? "See the result" : "Deal the next hand";
  return h(
    "footer",
    { class: "end-actions" },
    h(
      "p",
      { class: "end-waiting", role: "status" },
      waiting.length && (options.ready || options.inert) ? `Waiting for ${listed(waiting)}.` : "",
    ),
    !options.inert &&
      h(
        "button",
        {
          type: "button",
          class: "button primary big",
          "data-action": "next",
          disabled: Boolean(options.ready),
          onclick: () => options.onNext?.(),
        },
        options.ready ? "Ready" : label,
      ),
  );
}

// ------------------------------------------------------------------------------------------------- the game

/** The end of the game. Options: `onRematch` (called by its button; without it there is none), `inert` (no buttons). */
export function gameEnd(table, options = {}) {
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
    (seed ?? null) !== null && h("p", { class: "note" }, "The seed of these deals: ", h("code", null, String(seed))),
    !options.inert && gameActions(table, options),
  );
}

const called = (table, seat) => (seat === table.seat ? "you" : table.names[seat]);

function headline(table) {
  const winners = table.over.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  const text = listed(winners.map((seat) => called(table, seat)));
  if (winners.length > 1) return `${capital(text)} share the first place`;
  return winners[0] === table.seat ? "You win!" : `${text} wins`;
}

function reason(table) {
  const all = table.over.done.flatMap((done, seat) => (done.length === table.phases.length ? [seat] : []));
  const hands = many(table.sheet.length, "hand");
  if (!all.length) return `After ${hands} nobody has laid every phase, so points decide.`;
  if (all.length === 1) return `All ${table.phases.length} phases are laid, in ${hands}.`;
  const names = capital(listed(all.map((seat) => called(table, seat))));
  return `${names} laid all ${table.phases.length} phases in the same hand; fewer points are better.`;
}

/** Another game of the same four: as the first to ask for it, or with whoever did; after a reload nobody knows who. */
function again({ rematch }, { onRematch }) {
  const look = { class: "button primary big", "data-action": "rematch" };
  if (rematch) {
    const { address, by } = rematch;
    const join = by ? `Join ${by}'s rematch` : "Join the rematch";
    return h("a", { ...look, href: address }, address.includes("#") ? join : "Watch the rematch");
  }
  return onRematch && h("button", { ...look, type: "button", onclick: () => onRematch() }, "Rematch");
}

function gameActions(table, options) {
  const link = (action, href, label, download = false) =>
    h("a", { class: "button", "data-action": action, href, download }, label);
  const files = `/api/games/${encodeURIComponent(table.id)}`;
  return h(
    "footer",
    { class: "end-actions" },
    again(table, options),
    link("new-game", "/", "New game"),
    link("replay", `/replay/${encodeURIComponent(table.id)}`, "Watch the replay"),
    link("log", `${files}/log`, "Match log", true),
    link("record", `${files}/record`, "Record", true),
  );
}
