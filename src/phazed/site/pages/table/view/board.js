// The part of the table that everybody sees: the seats with their groups, the deck and the discard pile.

/** @import { Card } from "../../../components/types.js" */
/** @import { Game } from "../game.js" */
/** @import { Table } from "../parts.js" */
import { JOKER, byValue, cardBack, cardFace, cardName, split, unlabelledFace } from "../../../components/cards.js";
import { h, spoken } from "../../../components/dom.js";
import { plural } from "../../../components/numbers.js";
import { LAST_VERBS, isPickUp } from "../../../components/game-state.js";
import { groupCards, slot } from "../../../components/group.js";
import { caption, due, groupTitle, isAccumulation, totalOf } from "../../../components/narration.js";
import { countdown } from "./countdown.js";
import { describeStep, possessive } from "./text.js";

/** Time from the first reminder until a bot may play for a connected player, in milliseconds. */
const GRACE_AFTER_NUDGE = 30_000;

/**
 * The phases as dots; completed ones are filled and ticked, so that they differ not only by colour.
 * @param {Game} game
 * @param {number} seat
 */
export function phaseDots(game, seat) {
  const done = game.current.done[seat];
  const dots = game.known.phases.map((phase, at) =>
    h("i", { class: done.includes(at + 1) ? "done" : "", title: `Phase ${at + 1}: ${phase.name}` }, String(at + 1)),
  );
  const label = `phases completed: ${done.join(", ") || "none"}`;
  return h("span", { class: "pips", role: "img", "aria-label": label }, dots);
}

/**
 * A tag for the player's own seat, unless the player is called "You" anyway.
 * @param {string} name
 * @param {"small" | "span"} tag
 * @param {string} kind
 */
export const youTag = (name, tag, kind) => (name === "You" ? null : h(tag, { class: kind }, "you"));

/** A seat's name, flags and score. @param {Table} t @param {number} seat */
export function plate(t, seat) {
  const { game } = t;
  const { names, seats, hand } = game.known;
  const { who, here, stand_in: standIn, resigned } = seats[seat];
  const isAway = who === "person" && !here && !standIn;
  const { turn } = game.deadlines;
  const isTimed = turn !== null && game.turn?.seat === seat;
  const kind = who === "person" ? null : h("small", { class: "level" }, who);
  return h(
    "header",
    { class: "plate" },
    h("span", { class: `badge seat-${seat}`, "aria-hidden": "true" }, initial(names[seat])),
    h("span", { class: "name" }, names[seat]),
    seat === game.seat ? youTag(names[seat], "small", "level") : kind,
    hand?.dealer === seat && dealerButton(),
    game.current.skips[seat] && h("span", { class: "flag" }, "will be skipped"),
    who === "person" && standIn ? h("span", { class: "flag plain" }, resigned ? "resigned" : "a bot is playing") : null,
    isAway && h("span", { class: "flag" }, "away"),
    isTimed && h("span", { class: "flag timer" }, countdown(turn), " s"),
    t.reactions.of(seat),
    h("span", { class: "score" }, h("b", null, String(game.scores[seat])), " pts"),
  );
}

/** The dealer button, a disc with a D. */
function dealerButton() {
  const letter = h("span", { "aria-hidden": "true" }, "D");
  return h("span", { class: "flag plain", title: "deals this hand" }, letter, spoken("dealer"));
}

/** @param {string} name */
const initial = (name) => [...name][0]?.toUpperCase() ?? "?";

/** The phase that a seat has laid in this hand or must lay next. @param {Game} game @param {number} seat */
export function aim(game, seat) {
  const { phase } = game.current.table[seat];
  if (phase !== null) return `Phase ${phase} is laid`;
  return due(game.known, game.current.done[seat]);
}

/**
 * Draw another player's seat or, for spectators, any seat.
 * @param {HTMLElement} section
 * @param {number} seat
 * @param {Table} t
 */
export function drawSeat(section, seat, t) {
  const { game } = t;
  const active = game.active === seat;
  section.classList.toggle("active", active);
  section.classList.toggle("done", game.ended);
  section.dataset.seat = String(seat);
  section.setAttribute("aria-label", `${game.name(seat)}${active ? ", whose turn it is" : ""}`);
  section.replaceChildren(
    plate(t, seat),
    h("div", { class: "standing" }, phaseDots(game, seat), fan(game, seat)),
    h("p", { class: "aim" }, aim(game, seat)),
    laidGroups(t, seat) ?? "",
    h("p", { class: "said" }, latestTurn(game, seat)),
    hurryButtons(t, seat) ?? "",
    skipTarget(t, seat) ?? "",
  );
}

/** A description of the seat's latest turn. @param {Game} game @param {number} seat */
function latestTurn(game, seat) {
  const steps = game.hand?.steps.slice(0, game.shown) ?? [];
  const last = steps.findLastIndex(([who]) => who === seat);
  if (last < 0) return [];
  let first = last;
  while (first > 0 && steps[first - 1][0] === seat && !LAST_VERBS.includes(steps[first - 1][1])) first -= 1;
  const described = steps
    .slice(first, last + 1)
    .map((step) => (step[1] === "phase" ? [`lays phase ${step[2]}`] : describeStep(game, step, game.current)));
  const latest = described.pop() ?? [];
  // On a phone, there is space only for the latest play.
  const earlier = described.length
    ? h(
        "span",
        { class: "earlier" },
        described.flatMap((parts) => [...parts, ", "]),
      )
    : "";
  return [earlier, ...latest];
}

/**
 * The cards of a seat: faces if they are visible, otherwise backs with their number.
 * @param {Game} game
 * @param {number} seat
 */
function fan(game, seat) {
  const cards = game.current.hands[seat];
  const picked = game.last?.[0] === seat && isPickUp(game.last);
  const left = game.ended ? game.hand?.end?.left : undefined;
  const isOpen = game.known.open || left !== undefined;
  const faces = left ? split(left[seat]) : cards;
  const held = plural(cards.length, "card");
  const label = isOpen && faces.length ? `${held}: ${faces.map(cardName).join(", ")}` : held;
  const row = h("span", { class: `fan ${isOpen ? "faces" : "backs"}`, role: "img", "aria-label": label });
  const items = faces.map((card, at) => ({ card, moved: picked && at === faces.length - 1 }));
  if (isOpen) items.sort((one, other) => byValue(one.card) - byValue(other.card));
  for (const { card, moved } of items) {
    const face = isOpen ? cardFace(card) : cardBack();
    face.setAttribute("aria-hidden", "true");
    face.dataset.card = card;
    row.append(slot(face, moved));
  }
  const [number, noun] = held.split(" ");
  const count = h("span", { class: "count", "aria-hidden": "true" }, h("b", null, number), ` ${noun}`);
  return h("span", { class: "holding" }, row, count);
}

/**
 * Buttons for a slow player: a reminder after some seconds and, later or if the player is away, a stand-in.
 * @param {Table} t @param {number} seat
 */
function hurryButtons(t, seat) {
  const { game, plays } = t;
  const { who, here, stand_in: bot } = game.known.seats[seat];
  if (game.watching || game.ended || who !== "person" || bot) return null;
  /** @param {"stand-in" | "nudge"} action @param {string} label */
  const button = (action, label) =>
    h(
      "button",
      {
        type: "button",
        class: "button small",
        "data-action": action,
        "data-key": `${action}:${seat}`,
        onclick: () => plays.hurry(action, seat),
      },
      label,
    );
  const { grace } = game.deadlines;
  const left = here && grace !== null && game.turn?.seat === seat ? grace - Date.now() : null;
  const found = [
    left !== null && left <= GRACE_AFTER_NUDGE && button("nudge", "Nudge"),
    (!here || (left !== null && left <= 0)) && button("stand-in", "Let a bot play"),
  ].filter((each) => each !== false);
  return found.length ? h("p", { class: "hurry" }, found) : null;
}

/** The times at which the buttons for a slow player change. @param {Game} game */
export function hurryTimes({ deadlines: { grace } }) {
  return grace === null ? [] : [grace - GRACE_AFTER_NUDGE, grace];
}

/** @param {Table} t @param {number} seat */
function skipTarget({ game, hand, plays }, seat) {
  if (hand.active !== JOKER || !game.mine || seat === game.seat) return null;
  const legal = game.targets(JOKER).skips.includes(seat);
  return h(
    "button",
    {
      type: "button",
      class: `target whole${legal ? " lit" : ""}`,
      "data-key": `skip:${seat}`,
      "data-skip": String(seat),
      "data-drop": `skip ${seat}`,
      "aria-label": `Skip ${game.name(seat)}`,
      onclick: (event) => plays.skip(seat, event.currentTarget),
    },
    h("span", { class: "chip" }, "Skip"),
  );
}

/** The groups laid by a seat, or null if there are none. @param {Table} t @param {number} seat */
export function laidGroups(t, seat) {
  const { phase, groups } = t.game.current.table[seat];
  if (phase === null) return null;
  return h(
    "div",
    { class: "laid" },
    groups.map((cards, number) => drawGroup(t, seat, number, cards, phase)),
  );
}

/** @param {Table} t @param {number} owner @param {number} number @param {Card[]} cards @param {number} phase */
function drawGroup(t, owner, number, cards, phase) {
  const { game, hand, hints, plays } = t;
  const name = `${possessive(game, owner)} ${groupTitle(game.known, phase, number)}`;
  const total = isAccumulation(game.kind(owner, number)) ? `, total ${totalOf(cards)}` : "";
  const words = caption(game.known, phase, number, cards);
  const open = game.turn?.open;
  const missing = open?.owner === owner && open.group === number ? open.next - open.total : null;
  const isHinted = hints.group?.owner === owner && hints.group.number === number;
  return h(
    "figure",
    {
      class: `group${missing === null ? "" : " open"}${isHinted ? " hinted" : ""}`,
      role: "group",
      "data-owner": String(owner),
      "data-group": String(number),
      "aria-label": `${name}${total}: ${cards.map(cardName).join(", ")}`,
      onclick: (event) => !hand.active && plays.askForCard(event.currentTarget),
    },
    groupCards(cards, owner, number, game.last),
    h("figcaption", null, missing === null ? words : `${words}, needs ${missing} more`),
    ...(hand.active && game.isMine("during") ? addTargets(t, hand.active, owner, number, name) : []),
  );
}

/**
 * Buttons for adding the card to a group: highlighted if that is legal, otherwise faint, to show the rule when clicked.
 * @param {Table} t
 * @param {Card} card
 * @param {number} owner
 * @param {number} number
 * @param {string} name
 */
function addTargets({ game, plays }, card, owner, number, name) {
  const places = game.places(owner, number);
  const legal = game.targets(card).adds.filter((add) => add[0] === owner && add[1] === number);
  const isRun = places.length > 1;
  return places.map((place, at) => {
    const found = legal.find((add) => add[2] === place) ?? (isRun ? undefined : legal[0]);
    const side = isRun ? (at ? "after" : "before") : "whole";
    const words = { after: "at the end of", before: "at the beginning of", whole: "to" }[side];
    const index = found ? found[2] : place;
    return h(
      "button",
      {
        type: "button",
        class: `target ${side}${found ? " lit" : ""}`,
        "data-key": `add:${owner}.${number}${isRun ? ` ${side}` : ""}`,
        "data-owner": String(owner),
        "data-group": String(number),
        "data-index": String(index),
        "data-drop": `add ${owner} ${number} ${index}`,
        "aria-label": `Add ${cardName(card)} ${words} ${name}${found ? "" : " (not possible now)"}`,
        onclick: (event) => plays.add(owner, number, index, event.currentTarget),
      },
      found ? h("span", { class: "chip", "aria-hidden": "true" }, "+") : "",
    );
  });
}

/** The deck and the discard pile. @param {Table} t */
export function drawPiles(t) {
  const { game, hand } = t;
  const { deck, pile } = game.current;
  const canPickUp = game.isMine("before");
  const canTake = canPickUp && game.canTake;
  const top = pile.at(-1);
  const face = top ? unlabelledFace(top) : noCard();
  if (game.last?.[1] === "discard" || game.last?.[1] === "skip") face.classList.add("moved");
  if (pile.length > 2) face.classList.add("thick");
  const stack = deck ? cardBack() : noCard();
  stack.setAttribute("aria-hidden", "true");
  const discarding = game.isMine("during") ? hand.active : null;
  const label = discarding
    ? `Discard ${cardName(discarding)}; the top discard is ${top ? cardName(top) : "none"}`
    : `Discard pile, ${top ? `${cardName(top)} on top` : "empty"}${canTake ? ": take it" : ""}`;
  const isLit = canTake || game.targets(hand.active).discard;
  return [
    pileButton(
      t,
      "deck",
      stack,
      ["Deck", deck],
      `Deck, ${plural(deck, "card")}${canPickUp ? ": draw one" : ""}`,
      canPickUp && "Draw",
    ),
    pileButton(t, "discard", face, ["Discard pile", pile.length], label, isLit && (discarding ? "Discard" : "Take")),
  ];
}

const noCard = () => h("span", { class: "card none", "aria-hidden": "true" });

/**
 * @param {Table} t
 * @param {string} name
 * @param {HTMLElement} face
 * @param {[string, number]} title
 * @param {string} label
 * @param {string | false} chip  the effect of a click, if it has any now
 */
function pileButton({ plays, hints }, name, face, [word, count], label, chip) {
  return h(
    "button",
    {
      type: "button",
      class: `pile${chip ? " lit" : ""}${hints.pile === name ? " hinted" : ""}`,
      "data-pile": name,
      "data-key": `pile:${name}`,
      "data-drop": name,
      "aria-label": label,
      onclick: (event) => plays.clickPile(name, event.currentTarget),
    },
    face,
    h("span", { class: "pile-name", "aria-hidden": "true", "data-text": word }, h("b", { "data-text": count })),
    chip && h("span", { class: "chip", "aria-hidden": "true", "data-text": chip }),
  );
}
