// The table as everybody sees it: the seats with what lies before them, the deck and the discards.

import { byValue, cardBack, cardFace, cardName, split } from "/viewer/cards.js";
import { h, many, spoken } from "/viewer/dom.js";
import { caption, due } from "/viewer/moments.js";
import { groupName, totalOf } from "./game.js";
import { told } from "./words.js";

const LAST = ["discard", "skip", "miss"]; // plays that end a turn

/** The phases as dots: completed ones filled and ticked, so that they can be told without colour. */
export function pips(game, seat) {
  const done = game.state.done[seat];
  const dots = game.table.phases.map((phase, at) =>
    h("i", { class: done.includes(at + 1) ? "done" : "", title: `Phase ${at + 1}: ${phase.name}` }, String(at + 1)),
  );
  const label = `phases completed: ${done.join(", ") || "none"}`;
  return h("span", { class: "pips", role: "img", "aria-label": label }, dots);
}

/** Marks what is one's own, unless one is called "You" anyway. */
export const youTag = (name, tag, kind) => (name === "You" ? null : h(tag, { class: kind }, "you"));

/** Who it is and how they stand. */
export function plate(game, seat) {
  const { state, table } = game;
  const { who, here, stand_in: standIn } = table.seats[seat];
  const flags = [];
  if (table.hand.dealer === seat) flags.push(dealerDisc());
  if (state.skips[seat]) flags.push(h("span", { class: "flag" }, "to be skipped"));
  if (who === "person" && standIn) flags.push(h("span", { class: "flag plain" }, "a bot plays"));
  else if (who === "person" && !here) flags.push(h("span", { class: "flag" }, "away"));
  const kind = who === "person" ? null : h("small", { class: "level" }, who);
  return h(
    "header",
    { class: "plate" },
    h("span", { class: `badge seat-${seat}`, "aria-hidden": "true" }, initial(table.names[seat])),
    h("span", { class: "name" }, table.names[seat]),
    seat === game.seat ? youTag(table.names[seat], "small", "level") : kind,
    flags,
    h("span", { class: "score" }, h("b", null, String(game.scores[seat])), " pts"),
  );
}

/** What lies before the dealer at many a table: a disc with a D. */
function dealerDisc() {
  const letter = h("span", { "aria-hidden": "true" }, "D");
  return h("span", { class: "flag plain", title: "deals in this hand" }, letter, spoken("dealer"));
}

const initial = (name) => [...name][0]?.toUpperCase() ?? "?";

/** What a seat is after, or has laid in this hand. */
export function aim(game, seat) {
  const { phase } = game.state.table[seat];
  if (phase !== null) return `Phase ${phase} is laid`;
  return due(game.table, game.state.done[seat]);
}

/** Draw one of the others (or, for who watches, anybody). `t` is the whole table, see table.js. */
export function drawSeat(section, seat, t) {
  const { game } = t;
  const active = game.active === seat;
  section.classList.toggle("active", active);
  section.classList.toggle("done", game.ended);
  section.dataset.seat = String(seat);
  section.setAttribute("aria-label", `${game.name(seat)}${active ? ", whose turn it is" : ""}`);
  section.replaceChildren(
    plate(game, seat),
    h("div", { class: "standing" }, pips(game, seat), fan(game, seat)),
    h("p", { class: "aim" }, aim(game, seat)),
    laidGroups(t, seat) ?? "",
    h("p", { class: "said" }, said(t, seat)),
    standIn(t, seat) ?? "",
    skipTarget(t, seat) ?? "",
  );
}

/** What the seat did in its latest turn. */
function said(t, seat) {
  const { game } = t;
  const steps = game.hand.steps.slice(0, game.shown);
  const last = steps.findLastIndex(([who]) => who === seat);
  if (last < 0) return [];
  let first = last;
  const goesOn = ([who, verb]) => who === seat && !LAST.includes(verb);
  while (first > 0 && goesOn(steps[first - 1])) first -= 1;
  const short = steps
    .slice(first, last + 1)
    .map((step) => (step[1] === "phase" ? [`lays phase ${step[2]}`] : told(game, step, game.state)));
  const latest = short.pop();
  // On a phone there is room for the latest play only.
  const earlier = short.length ? h("span", { class: "earlier" }, short.flatMap((parts) => [...parts, ", "])) : "";
  return [earlier, ...latest];
}

/** The cards of a seat: backs with their number, or faces where they are shown. */
function fan(game, seat) {
  const cards = game.state.hands[seat];
  const [actor, verb] = game.last ?? [];
  const picked = actor === seat && (verb === "draw" || verb === "take");
  const shown = game.table.open || (game.ended && game.hand.end.left);
  const faces = shown && game.ended && game.hand.end.left ? split(game.hand.end.left[seat]) : cards;
  const held = many(cards.length, "card");
  const told = shown && faces.length ? `${held}: ${faces.map(cardName).join(", ")}` : held;
  const row = h("span", { class: `fan ${shown ? "faces" : "backs"}`, role: "img", "aria-label": told });
  const items = faces.map((card, at) => ({ card, moved: picked && at === faces.length - 1 }));
  if (shown) items.sort((one, other) => byValue(one.card) - byValue(other.card));
  for (const { card, moved } of items) {
    const each = shown ? cardFace(card) : cardBack();
    each.setAttribute("aria-hidden", "true");
    each.dataset.card = card;
    if (moved) each.classList.add("moved");
    row.append(h("span", { class: "slot" }, each));
  }
  const [number, noun] = held.split(" ");
  const count = h("span", { class: "count", "aria-hidden": "true" }, h("b", null, number), ` ${noun}`);
  return h("span", { class: "holding" }, row, count);
}

function standIn(t, seat) {
  const { who, here, stand_in: bot } = t.game.table.seats[seat];
  if (t.game.watching || t.game.ended || who !== "person" || here || bot) return null;
  return h(
    "button",
    {
      type: "button",
      class: "button small",
      "data-action": "stand-in",
      "data-key": `stand-in:${seat}`,
      onclick: () => t.standIn(seat),
    },
    "Let a bot play on",
  );
}

function skipTarget(t, seat) {
  if (t.active !== "ZZ" || !t.game.mine || seat === t.game.seat) return null;
  const legal = t.game.targets("ZZ").skips.includes(seat);
  return h(
    "button",
    {
      type: "button",
      class: `target whole${legal ? " lit" : ""}`,
      "data-key": `skip:${seat}`,
      "data-skip": String(seat),
      "data-drop": `skip ${seat}`,
      "aria-label": `Skip ${t.game.name(seat)}`,
      onclick: (event) => t.skip(seat, event.currentTarget),
    },
    h("span", { class: "chip" }, "Skip"),
  );
}

/** The groups before a seat; null if there are none. */
export function laidGroups(t, seat) {
  const { phase, groups } = t.game.state.table[seat];
  if (phase === null) return null;
  return h(
    "div",
    { class: "laid" },
    groups.map((cards, number) => drawGroup(t, seat, number, cards, phase)),
  );
}

function drawGroup(t, owner, number, cards, phase) {
  const { game } = t;
  const step = game.last ?? [];
  const laidNow = step[1] === "phase" && step[0] === owner;
  const addedAt = step[1] === "add" && step[3] === owner && step[4] === number ? step[5] : -1;
  const whose = owner === game.seat ? "your" : `${game.name(owner)}'s`;
  const which = groupName(game.table, phase, number);
  const row = h("div", { class: "cards" });
  cards.forEach((card, at) => {
    const each = cardFace(card);
    if (laidNow || at === addedAt) each.classList.add("moved");
    row.append(h("span", { class: "slot" }, each));
  });
  const words = caption(game.table, phase, number, cards);
  const total = totalOf(game.kind(owner, number).noun, cards);
  const { open } = game.turn ?? {};
  const isOpen = open?.owner === owner && open.group === number;
  const [whoseHinted, hinted] = t.hintedGroup ?? [];
  const marks = `${isOpen ? " open" : ""}${whoseHinted === owner && hinted === number ? " hinted" : ""}`;
  return h(
    "figure",
    {
      class: `group${marks}`,
      role: "group",
      "data-owner": String(owner),
      "data-group": String(number),
      "aria-label": `${whose} ${which}${total === null ? "" : `, total ${total}`}: ${cards.map(cardName).join(", ")}`,
      onclick: (event) => !t.active && t.noCard(event.currentTarget),
    },
    row,
    h("figcaption", null, isOpen ? `${words}, needs ${open.next - open.total} more` : words),
    t.active && game.mine && game.turn.stage === "during" && groupTargets(t, owner, number, `${whose} ${which}`),
  );
}

/** Where the chosen card can be put to a group: lit where it may, faint where the rules will say why not. */
function groupTargets(t, owner, number, name) {
  const places = t.game.places(owner, number);
  const { adds } = t.game.targets(t.active);
  const here = adds.filter((add) => add[0] === owner && add[1] === number);
  return places.map((index, at) => {
    const run = places.length > 1;
    const legal = run ? here.find((add) => add[2] === index) : here.find((add) => add[2] === index) ?? here[0];
    const where = run ? ` ${at ? "after" : "before"}` : "";
    const side = run ? (at ? "after" : "before") : "whole";
    const words = { after: "at the end of", before: "at the beginning of", whole: "to" }[side];
    return h(
      "button",
      {
        type: "button",
        class: `target ${side}${legal ? " lit" : ""}`,
        "data-key": `add:${owner}.${number}${where}`,
        "data-owner": String(owner),
        "data-group": String(number),
        "data-index": String(legal ? legal[2] : index),
        "data-drop": `add ${owner} ${number} ${legal ? legal[2] : index}`,
        "aria-label": `Add ${cardName(t.active)} ${words} ${name}${legal ? "" : " (not possible now)"}`,
        onclick: (event) => t.add(owner, number, legal ? legal[2] : index, event.currentTarget),
      },
      legal ? h("span", { class: "chip", "aria-hidden": "true" }, "+") : "",
    );
  });
}

/** The deck and the discards. */
export function drawPiles(t) {
  const { game } = t;
  const { deck, pile } = game.state;
  const verb = game.last?.[1];
  const { mine } = game;
  const before = mine && game.turn.stage === "before";
  const targets = game.targets(t.active);
  const top = pile.at(-1);
  const face = top ? cardFace(top) : h("span", { class: "card none" });
  if (verb === "discard" || verb === "skip") face.classList.add("moved");
  const stack = deck ? cardBack() : h("span", { class: "card none" });
  for (const each of [face, stack]) {
    each.setAttribute("aria-hidden", "true");
    each.removeAttribute("role");
    each.removeAttribute("aria-label");
  }
  if (pile.length > 2) face.classList.add("thick");
  const throwing = t.active && mine && game.turn.stage === "during";
  const discardName = throwing
    ? `Throw ${cardName(t.active)} onto the discards, which show ${top ? cardName(top) : "nothing"}`
    : `Discards, ${top ? `${cardName(top)} on top` : "empty"}${before && game.turn.take ? ": take it" : ""}`;
  return [
    pileButton("deck", before, stack, ["Deck ", deck], `Deck, ${many(deck, "card")}${before ? ": draw one" : ""}`, t),
    pileButton(
      "discard",
      (before && game.turn.take) || targets.discard,
      face,
      ["Discards ", pile.length],
      discardName,
      t,
      throwing,
    ),
  ];
}

function pileButton(name, lit, face, [word, count], label, t, throwing = false) {
  const hinted = t.hintedPile === name;
  return h(
    "button",
    {
      type: "button",
      class: `pile${lit ? " lit" : ""}${hinted ? " hinted" : ""}`,
      "data-pile": name,
      "data-key": `pile:${name}`,
      "data-drop": name,
      "aria-label": label,
      onclick: (event) => t.clickPile(name, event.currentTarget),
    },
    face,
    h("span", { class: "pile-name", "aria-hidden": "true" }, word, h("b", null, String(count))),
    lit && h("span", { class: "chip", "aria-hidden": "true" }, name === "deck" ? "Draw" : throwing ? "Throw" : "Take"),
  );
}
