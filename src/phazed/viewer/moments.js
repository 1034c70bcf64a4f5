// A game as data: the state of its table after every step, and every moment in words. Nothing is drawn here.

import { HIDDEN, JOKER, cardText, isRed, split, worth } from "./cards.js";

export const SEATS = 4;

const put = (items, place, item) => items.map((old, at) => (at === place ? item : old));

/** The cards without those taken; a hand that is not shown gives one of its hidden cards for each. */
function without(cards, taken) {
  const left = [...cards];
  for (const card of taken) left.splice(left.indexOf(left.includes(card) ? card : HIDDEN), 1);
  return left;
}

/** The state right after the deal. */
export function dealt(hand) {
  return {
    hands: hand.dealt.map(split),
    table: Array.from({ length: SEATS }, () => ({ phase: null, groups: [] })),
    pile: hand.discard ? [hand.discard] : [],
    deck: hand.deck,
    done: hand.done,
    skips: [false, false, false, false],
    scores: hand.scores,
  };
}

/** The state after a step; the one before stays as it is. */
export function apply(state, step) {
  const [seat, verb, what] = step;
  const next = { ...state };
  const hold = (cards) => (next.hands = put(state.hands, seat, cards));
  const held = state.hands[seat];
  if (verb === "draw") {
    hold([...held, what]);
    next.deck -= 1;
  } else if (verb === "take") {
    hold([...held, what]);
    next.pile = state.pile.slice(0, -1);
  } else if (verb === "phase") {
    const groups = step[3].map(split);
    hold(without(held, groups.flat()));
    next.table = put(state.table, seat, { phase: what, groups });
    next.done = put(
      state.done,
      seat,
      [...state.done[seat], what].sort((one, other) => one - other),
    );
  } else if (verb === "add") {
    const [, , , owner, number, index] = step;
    const laid = state.table[owner];
    const group = [...laid.groups[number]];
    group.splice(index, 0, what);
    hold(without(held, [what]));
    next.table = put(state.table, owner, { ...laid, groups: put(laid.groups, number, group) });
  } else if (verb === "discard") {
    hold(without(held, [what]));
    next.pile = [...state.pile, what];
  } else if (verb === "skip") {
    hold(without(held, [JOKER]));
    next.pile = [...state.pile, JOKER];
    next.skips = put(state.skips, what, true);
  } else {
    next.skips = put(state.skips, seat, false);
  }
  return next;
}

/** Every moment of the game: the deal of each hand, each step, the end of each hand, the end of the game. */
export function moments(frames) {
  const found = [];
  frames.hands.forEach((hand, number) => {
    let state = dealt(hand);
    const leader = (hand.dealer + 1) % SEATS;
    const next = (at) => (at < hand.steps.length ? hand.steps[at][0] : null);
    found.push({ kind: "deal", hand: number, at: 0, step: null, turn: next(0) ?? leader, state });
    hand.steps.forEach((step, at) => {
      state = apply(state, step);
      found.push({ kind: "step", hand: number, at: at + 1, step, turn: step[0], state });
    });
    if (hand.end) {
      state = { ...state, scores: hand.end.scores };
      found.push({ kind: "end", hand: number, at: hand.steps.length + 1, step: null, turn: null, state });
    }
  });
  if (frames.end) {
    const last = found[found.length - 1];
    const state = last
      ? last.state
      : dealt({ dealt: ["", "", "", ""], done: frames.end.done, scores: frames.end.scores, deck: 0 });
    const offender = frames.end.error ? frames.end.error.seat : null;
    found.push({
      kind: "over",
      hand: last ? last.hand : 0,
      at: last ? last.at + 1 : 0,
      step: null,
      turn: offender,
      state,
    });
  }
  return found;
}

/** The kind of a group in words; an accumulation with its total and the stage that it has to reach next. */
export function caption(frames, phase, number, cards) {
  const kind = frames.phases[phase - 1].groups[number];
  let words = kind.noun;
  if (words === "total") {
    const total = cards.reduce((sum, card) => sum + worth(card), 0);
    const stage = frames.stages.find((each) => each > total);
    words += stage === undefined ? ` ${total}, closed` : ` ${total} → ${stage}`;
  }
  if (!kind.one_colour) return words;
  const telling = cards.find((card) => card[0] !== "A") ?? cards[0];
  return `${isRed(telling) ? "red" : "black"} ${words}`;
}

function whichGroup(frames, state, owner, number) {
  const nouns = frames.phases[state.table[owner].phase - 1].groups.map((kind) => kind.noun);
  const twice = nouns.filter((noun) => noun === nouns[number]).length > 1;
  return twice ? `${["first", "second"][number]} ${nouns[number]}` : nouns[number];
}

/** What a seat has to lay next, in words. */
export function due(frames, completed) {
  const open = frames.phases.flatMap((_, at) => (completed.includes(at + 1) ? [] : [at + 1]));
  if (!open.length) return "All phases completed";
  if (open.length > 1 && frames.any_order)
    return `Any of phases ${open.slice(0, -1).join(", ")} and ${open[open.length - 1]}`;
  return `Phase ${open[0]}: ${frames.phases[open[0] - 1].name}`;
}

/** What a step does, in words: texts, `{ card }` and `{ seat }`. To somebody else a drawn card stays hidden. */
export function predicate(frames, moment, open = () => true) {
  const [seat, verb, what, ...rest] = moment.step;
  if (verb === "draw") return open(seat) ? ["draws ", { card: what }] : ["draws a card"];
  if (verb === "take") return ["takes ", { card: what }, " from the discards"];
  if (verb === "phase") {
    const laid = rest[0].map((group) => split(group).map((card) => ({ card })));
    const parts = laid.map((cards) => cards.flatMap((card, at) => (at ? [" ", card] : [card])));
    return [`lays phase ${what}: `, ...parts.flatMap((part, at) => (at ? [" | ", ...part] : part))];
  }
  if (verb === "add") {
    const group = whichGroup(frames, moment.state, rest[0], rest[1]);
    const owner = rest[0] === seat ? ["their own "] : [{ seat: rest[0] }, "'s "];
    return ["adds ", { card: what }, " to ", ...owner, group];
  }
  if (verb === "discard") return ["throws ", { card: what }];
  if (verb === "skip") return ["throws a joker and skips ", { seat: what }];
  return ["misses a turn"];
}

export const PLACES = ["", "1st", "2nd", "3rd", "4th"];
/** Why a hand is over, if not because somebody has no cards left. */
export const WHY = {
  "deck exhausted": "the deck is used up",
  "turn limit": "every player has had 50 turns",
};

const YOURS = { draws: "draw", takes: "take", lays: "lay", adds: "add", throws: "throw", misses: "miss", has: "have" };

/** What is said of somebody, said to them. */
export const toYou = (text) => text.replace(/\w+/, (verb) => YOURS[verb] ?? verb).replace(" skips", " skip");

/** The moment in one sentence. Who has no name is called "You", which takes other verbs. */
export function sentence(frames, moment, open) {
  const verb = (seat, text, yours = toYou(text)) => (frames.names[seat] === "You" ? yours : text);
  if (moment.kind === "step") {
    const [seat] = moment.step;
    const [first, ...rest] = predicate(frames, moment, open);
    return [{ seat }, " ", verb(seat, first), ...rest, "."];
  }
  if (moment.kind === "deal") {
    const { dealer } = frames.hands[moment.hand];
    const begins = verb(moment.turn, " begins.", " begin.");
    return [{ seat: dealer }, verb(dealer, " deals, and ", " deal, and "), { seat: moment.turn }, begins];
  }
  if (moment.kind === "end") {
    const { why } = frames.hands[moment.hand].end;
    const out = moment.state.hands.findIndex((hand) => !hand.length);
    const left = WHY[why] ? [WHY[why]] : [{ seat: out }, verb(out, " has no cards left")];
    return ["The hand is over: ", ...left, "."];
  }
  const { error, ranks } = frames.end;
  if (error) return [{ seat: error.seat }, " made an error, which ends the game."];
  const winners = ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  const named = winners.flatMap((seat, at) => (at ? [" and ", { seat }] : [{ seat }]));
  const end = winners.length > 1 ? " share the first place." : verb(winners[0], " wins.", " win.");
  return ["The game is over. ", ...named, end];
}

/** The sentence as plain text. */
export function inWords(frames, parts) {
  return parts
    .map((part) => (part.card ? cardText(part.card) : part.seat === undefined ? part : frames.names[part.seat]))
    .join("");
}

/** Where a moment is, for the address bar: `hand=3&step=12`, or `end`. */
export function address(moment) {
  return moment.kind === "over" ? "end" : `hand=${moment.hand + 1}&step=${moment.at}`;
}

/** The number of the moment that an address names; -1 if it names none. */
export function found(all, text) {
  const asked = new URLSearchParams(text.replace(/^#/, ""));
  if (asked.has("end")) return all.length - 1;
  const hand = Number(asked.get("hand")) - 1;
  const step = Number(asked.get("step") ?? 0);
  return all.findLastIndex((moment) => moment.kind !== "over" && moment.hand === hand && moment.at <= step);
}
