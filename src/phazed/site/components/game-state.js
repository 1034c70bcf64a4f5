// A game as data: the state of the table after every step, and the moments of a replay. This module draws nothing.

/** @import { Frames, Step } from "../answers.js" */
/** @import { Card, Deal, Moment, State } from "./types.js" */
import { HIDDEN, JOKER, split } from "./cards.js";

export const SEATS = 4;
/** Verbs of the steps that end a turn. */
export const LAST_VERBS = ["discard", "skip", "miss"];

/**
 * A copy of the items with one of them replaced.
 * @template T
 * @param {T[]} items
 * @param {number} place
 * @param {T} item
 */
const replaced = (items, place, item) => items.map((old, at) => (at === place ? item : old));

/**
 * The cards without those taken; in a hidden hand, a hidden card is removed for each of them.
 * @param {Card[]} cards
 * @param {Card[]} taken
 */
function without(cards, taken) {
  const left = [...cards];
  for (const card of taken) left.splice(left.indexOf(left.includes(card) ? card : HIDDEN), 1);
  return left;
}

/** The state right after the deal. @param {Deal} hand @returns {State} */
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

/** Whether the step picks up a card. @param {Step | null} step */
export const isPickUp = (step) => step?.[1] === "draw" || step?.[1] === "take";

/** The cards that leave the hand in a step. @param {Step} step @returns {Card[]} */
export function playedCards(step) {
  if (step[1] === "phase") return step[3].flatMap(split);
  if (step[1] === "skip") return [JOKER];
  return step[1] === "add" || step[1] === "discard" ? [step[2]] : [];
}

/** The state after a step; the given state is not changed. @param {State} state @param {Step} step @returns {State} */
export function apply(state, step) {
  const [seat, verb] = step;
  const next = { ...state };
  const held = state.hands[seat];
  const played = playedCards(step);
  if (played.length) next.hands = replaced(state.hands, seat, without(held, played));
  if (verb === "draw" || verb === "take") {
    next.hands = replaced(state.hands, seat, [...held, step[2]]);
    if (verb === "draw") next.deck -= 1;
    else next.pile = state.pile.slice(0, -1);
  } else if (verb === "phase") {
    const [, , phase, groups] = step;
    next.table = replaced(state.table, seat, { phase, groups: groups.map(split) });
    next.done = replaced(
      state.done,
      seat,
      [...state.done[seat], phase].sort((one, other) => one - other),
    );
  } else if (verb === "add") {
    const [, , card, owner, number, index] = step;
    const laid = state.table[owner];
    const group = [...laid.groups[number]];
    group.splice(index, 0, card);
    next.table = replaced(state.table, owner, { ...laid, groups: replaced(laid.groups, number, group) });
  } else if (verb === "miss") {
    next.skips = replaced(state.skips, seat, false);
  } else {
    next.pile = [...state.pile, ...played];
    if (verb === "skip") next.skips = replaced(state.skips, step[2], true);
  }
  return next;
}

/**
 * Every moment of the game: each deal, each step, the end of each hand, and the end of the game.
 * @param {Frames} frames
 */
export function moments(frames) {
  /** @type {Moment[]} */
  const found = [];
  frames.hands.forEach((hand, number) => {
    let state = dealt(hand);
    const leader = (hand.dealer + 1) % SEATS;
    found.push({ kind: "deal", hand: number, at: 0, step: null, turn: hand.steps[0]?.[0] ?? leader, state });
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
    const { done, scores, error } = frames.end;
    const last = found.at(-1);
    const state = last?.state ?? dealt({ dealt: ["", "", "", ""], discard: null, done, scores, deck: 0 });
    const [hand, at] = last ? [last.hand, last.at + 1] : [0, 0];
    found.push({ kind: "over", hand, at, step: null, turn: error ? error.seat : null, state });
  }
  return found;
}

/** The part of the address that identifies a moment: `hand=3&step=12`, or `end`. @param {Moment} moment */
export function address(moment) {
  return moment.kind === "over" ? "end" : `hand=${moment.hand + 1}&step=${moment.at}`;
}

/** The index of the moment that an address identifies, or -1. @param {Moment[]} all @param {string} text */
export function found(all, text) {
  const asked = new URLSearchParams(text.replace(/^#/, ""));
  if (asked.has("end")) return all.length - 1;
  const hand = Number(asked.get("hand")) - 1;
  const step = Number(asked.get("step") ?? 0);
  return all.findLastIndex((moment) => moment.kind !== "over" && moment.hand === hand && moment.at <= step);
}
