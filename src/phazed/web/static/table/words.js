// What is said at the table: the log of the plays, the sentence that says what to do now, and cards within texts.

import { cardLabel } from "/viewer/cards.js";
import { h } from "/viewer/dom.js";
import { WHY, predicate, toYou } from "/viewer/moments.js";

const CODE = /\b((?:[2-90JQKA][SHDC])|ZZ)\b/;

/** The codes of the cards in a text. */
export const codesIn = (text) => text.split(CODE).filter((_, at) => at % 2);

/** The text with every card's code as a small label of that card. */
export function withCards(text) {
  return text.split(CODE).map((part, at) => (at % 2 ? cardLabel(part) : part));
}

/** What a step does, said to the person who sits at `seat`. */
export function told(game, step, state) {
  const open = (seat) => game.table.open || seat === game.seat;
  let parts = predicate(game.table, { step, state }, open);
  if (step[1] === "draw" && step[2] === "XX") parts = ["draws a card"];
  const mine = step[0] === game.seat;
  return parts.flatMap((part, at) => {
    if (part.card) return [cardLabel(part.card)];
    if (part.seat !== undefined) return [part.seat === game.seat ? "you" : game.name(part.seat)];
    let text = part;
    if (mine && at === 0) text = toYou(text);
    if (mine) text = text.replace("their own", "your own");
    if (text.startsWith("'s ") && parts[at - 1]?.seat === game.seat) text = `r ${text.slice(3)}`;
    return [text];
  });
}

export const SEEDED = "The seed of the deals was chosen: whoever chose it can know all cards.";

export const subject = (game, seat) => (seat === game.seat ? "You" : game.name(seat));

/** The log of a hand: a line for each turn, to which its steps are added. It is read aloud, so nothing comes twice. */
export class Log {
  #list;
  #game;
  #line = null;
  #hand = null;
  #told = []; // the steps that stand in it, each with its element

  constructor(list, game) {
    this.#list = list;
    this.#game = game;
  }

  /** The hand from its deal up to what has been shown; of what stands there already, what still holds stays. */
  update() {
    const { hand, shown } = this.#game;
    if (this.#hand !== (hand?.number ?? null)) this.#begin(hand);
    const steps = hand?.steps.slice(0, shown) ?? [];
    const kept = this.#told.findIndex(({ step }, at) => String(step) !== String(steps[at]));
    if (kept >= 0) this.#takeBack(kept);
    for (const step of steps.slice(this.#told.length)) this.add(step);
  }

  #begin(hand) {
    this.#list.replaceChildren();
    this.#line = null;
    this.#told = [];
    this.#hand = hand?.number ?? null;
    if (!hand) return;
    const leader = (hand.dealer + 1) % 4;
    const does = (seat, verb) => (seat === this.#game.seat ? `you ${verb}` : `${this.#game.name(seat)} ${verb}s`);
    this.note(`Hand ${hand.number + 1}: ${does(hand.dealer, "deal")}, ${does(leader, "begin")}.`);
    const { seats, seeded } = this.#game.table;
    if (seeded && seats.filter(({ who }) => who === "person").length > 1) this.note(SEEDED);
  }

  /** Only the first so many steps still hold. */
  #takeBack(count) {
    const gone = this.#told.splice(count);
    for (const { did } of gone) {
      const line = did.parentElement;
      did.remove();
      if (!line.querySelector(".did")) line.remove();
    }
    const [seat] = gone[0].step;
    this.note(`${subject(this.#game, seat)} ${seat === this.#game.seat ? "take" : "takes"} it back.`);
  }

  add(step) {
    const [seat, verb] = step;
    const begins = !this.#line || this.#line.seat !== seat || this.#line.over;
    if (begins) {
      const who = h("b", { class: `who seat-${seat}` }, subject(this.#game, seat));
      this.#line = { seat, over: false, item: h("li", { class: seat === this.#game.seat ? "you" : "" }, who) };
      this.#list.append(this.#line.item);
    }
    const did = h("span", { class: "did" }, begins ? " " : ", ", told(this.#game, step, this.#game.state));
    this.#line.item.append(did);
    this.#told.push({ step, did });
    this.#line.over = ["discard", "skip", "miss"].includes(verb);
    this.#list.parentElement.scrollTop = this.#list.scrollHeight;
  }

  note(text) {
    this.#line = null;
    this.#list.append(h("li", { class: "note" }, text));
    this.#list.parentElement.scrollTop = this.#list.scrollHeight;
  }
}

/** Why the hand is over. */
export function whyOver(game) {
  const { why } = game.hand.end;
  const out = game.state.hands.findIndex((cards) => !cards.length);
  if (WHY[why] || out < 0) return `The hand is over: ${WHY[why] ?? why}.`;
  return `The hand is over: ${out === game.seat ? "you have" : `${game.name(out)} has`} no cards left.`;
}

/** What there is to do now, with cards written as their codes; who can do nothing but watch is told so. */
export function prompt(game, selected) {
  return (game.watching && !game.table.open ? "You are watching. " : "") + whatNow(game, selected);
}

function whatNow(game, selected) {
  const { table, turn } = game;
  if (game.ended) return table.over ? "The game is over." : whyOver(game);
  if (game.upcoming) {
    const [seat] = game.upcoming;
    return seat === game.seat ? "Your play…" : `${game.name(seat)} is playing…`;
  }
  if (!turn) return "";
  if (!game.mine) return othersTurn(game);
  if (turn.stage === "before") {
    return turn.take
      ? "Your turn: pick up a card, from the deck or the discards."
      : "Your turn: draw a card from the deck.";
  }
  if (turn.open) {
    const { total, next } = turn.open;
    return `Bring the accumulation from ${total} to ${next} before your turn can end, or undo.`;
  }
  if (selected) return whereTo(game, selected);
  if (turn.phases?.length) {
    const [{ phase }] = turn.phases;
    return `You can lay phase ${phase}! Or throw a card to end your turn.`;
  }
  if (game.laid !== null) {
    return turn.adds?.length
      ? "Add cards to the groups on the table, or throw one to end your turn."
      : "Throw a card to end your turn.";
  }
  return "Choose a card to throw; that ends your turn.";
}

function whereTo(game, card) {
  const { adds, discard, skips } = game.targets(card);
  const places = [];
  if (adds.length) places.push("a lit group");
  if (discard) places.push("the discards");
  if (skips.length) places.push("the player who shall miss a turn");
  if (!places.length) return `${card} cannot go anywhere now.`;
  if (!adds.length && !skips.length) return `Put ${card} onto the discards to end your turn.`;
  return `Where shall ${card === "ZZ" ? "the " : ""}${card} go? To ${places.join(", or ")}.`;
}

function othersTurn(game) {
  const { turn, table } = game;
  const seat = table.seats[turn.seat];
  const name = game.name(turn.seat);
  if (table.open) return `It is ${name}'s turn.`;
  if (seat.who === "person" && !seat.here && !seat.stand_in)
    return game.watching ? `${name} is away.` : `${name} is away. Wait, or let a bot play on.`;
  return `Waiting for ${name}.`;
}
