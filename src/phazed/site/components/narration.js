// Descriptions of a game in words: steps, moments, groups and phases due.
//
// A sentence is a list of parts, so that a page can draw the cards and names in it. The second person is used for the
// reader: at the table, the player in the own seat; in a replay, a player with the name "You".

/** @import { Frames, GroupKind, Step } from "../answers.js" */
/** @import { Card, Moment, NamedRules, Part, Rules, State } from "./types.js" */
import { cardText, HIDDEN, isRed, split, worth } from "./cards.js";

export const PLACES = ["", "1st", "2nd", "3rd", "4th"];

/** @param {GroupKind} kind */
export const isAccumulation = (kind) => kind.noun === "accumulation";
/** @param {Card[]} cards */
export const totalOf = (cards) => cards.reduce((sum, card) => sum + worth(card), 0);

/**
 * The caption of a group, for an accumulation with its total and the next stage.
 * @param {Rules} rules
 * @param {number} phase
 * @param {number} number
 * @param {Card[]} cards
 */
export function caption(rules, phase, number, cards) {
  const kind = rules.phases[phase - 1].groups[number];
  let words = kind.noun;
  if (isAccumulation(kind)) {
    const total = totalOf(cards);
    const stage = rules.stages.find((each) => each > total);
    words += stage === undefined ? ` ${total}, closed` : ` ${total} → ${stage}`;
  }
  if (!kind.one_colour) return words;
  const telling = cards.find((card) => card[0] !== "A") ?? cards[0];
  return `${isRed(telling) ? "red" : "black"} ${words}`;
}

/**
 * The name of a group, with its position if the phase has two groups of this kind.
 * @param {Rules} rules
 * @param {number} phase
 * @param {number} number
 */
export function groupName(rules, phase, number) {
  const nouns = rules.phases[phase - 1].groups.map((kind) => kind.noun);
  const twice = nouns.filter((noun) => noun === nouns[number]).length > 1;
  return twice ? `${["first", "second"][number]} ${nouns[number]}` : nouns[number];
}

/**
 * The name of a group, including a required colour.
 * @param {Rules} rules
 * @param {number} phase
 * @param {number} number
 */
export function groupTitle(rules, phase, number) {
  const kind = rules.phases[phase - 1].groups[number];
  const name = groupName(rules, phase, number);
  return kind.one_colour ? name.replace(kind.noun, `one-colour ${kind.noun}`) : name;
}

/** A description of the phase that a seat must lay next. @param {Rules} rules @param {number[]} completed */
export function due(rules, completed) {
  const open = rules.phases.flatMap((_, at) => (completed.includes(at + 1) ? [] : [at + 1]));
  if (!open.length) return "All phases completed";
  if (open.length > 1 && rules.any_order) return `Any of phases ${open.slice(0, -1).join(", ")} and ${open.at(-1)}`;
  return `Phase ${open[0]}: ${rules.phases[open[0] - 1].name}`;
}

/**
 * The audience of a description: which seats are theirs, and which hands they may see.
 * @typedef {{ isYou: (seat: number) => boolean, isOpen: (seat: number) => boolean }} Audience
 */

/** The audience of a replay, in which a player without a name is called "You". @param {NamedRules} game @returns {Audience} */
const readers = (game) => ({ isYou: (seat) => game.names[seat] === "You", isOpen: () => true });

/** The verb in the second or third person. @param {boolean} you @param {string} verb */
const conjugated = (you, verb) => (you ? verb : verb.endsWith("ss") ? `${verb}es` : `${verb}s`);

/**
 * A description of a step, without the subject. A card drawn from the deck stays hidden from other players.
 * @param {Rules} rules
 * @param {Step} step
 * @param {State} state  after the step
 * @param {Audience} audience
 * @returns {Part[]}
 */
export function predicate(rules, step, state, { isYou, isOpen }) {
  const [seat, verb] = step;
  const you = isYou(seat);
  /** @param {string} text */
  const does = (text) => conjugated(you, text);
  /** @param {number} other @returns {Part} */
  const person = (other) => (isYou(other) ? "you" : { seat: other });
  if (verb === "draw") {
    const hidden = step[2] === HIDDEN || !isOpen(seat);
    return hidden ? [`${does("draw")} a card`] : [`${does("draw")} `, { card: step[2] }];
  }
  if (verb === "take") return [`${does("take")} `, { card: step[2] }, " from the discard pile"];
  if (verb === "phase") {
    const groups = step[3].map((group) => split(group).flatMap((card, at) => (at ? [" ", { card }] : [{ card }])));
    return [`${does("lay")} phase ${step[2]}: `, ...groups.flatMap((group, at) => (at ? [" | ", ...group] : group))];
  }
  if (verb === "add") {
    const [, , card, owner, number] = step;
    const group = groupName(rules, /** @type {number} */ (state.table[owner].phase), number);
    /** @type {Part[]} */
    const whose =
      owner === seat ? [`${you ? "your" : "their"} own `] : isYou(owner) ? ["your "] : [{ seat: owner }, "'s "];
    return [`${does("add")} `, { card }, " to ", ...whose, group];
  }
  if (verb === "discard") return [`${does("discard")} `, { card: step[2] }];
  if (verb === "skip") return [`${does("discard")} a joker and ${does("skip")} `, person(step[2])];
  return [`${does("miss")} a turn`];
}

/** @type {Record<string, string>} */
const REASONS = { "deck exhausted": "the deck is used up", "turn limit": "every player has had 50 turns" };

/**
 * The reason why a hand is over.
 * @param {string} why  the reason given by the server
 * @param {number} out  the seat without cards, or -1
 * @param {(seat: number) => boolean} isYou
 * @returns {Part[]}
 */
export function whyHandEnded(why, out, isYou) {
  if (REASONS[why] || out < 0) return [REASONS[why] ?? why];
  return isYou(out) ? ["you have no cards left"] : [{ seat: out }, " has no cards left"];
}

/**
 * A sentence that describes a moment of a replay.
 * @param {Frames} frames
 * @param {Moment} moment
 * @param {Audience} [audience]
 * @returns {Part[]}
 */
export function sentence(frames, moment, audience = readers(frames)) {
  const { isYou } = audience;
  /** @param {number} seat @param {string} verb */
  const does = (seat, verb) => conjugated(isYou(seat), verb);
  if (moment.kind === "step" && moment.step) {
    const [seat] = moment.step;
    return [{ seat }, " ", ...predicate(frames, moment.step, moment.state, audience), "."];
  }
  if (moment.kind === "deal") {
    const { dealer } = frames.hands[moment.hand];
    const leader = moment.turn ?? dealer;
    /** @type {Part} */
    const who = isYou(leader) ? "you" : { seat: leader };
    return [{ seat: dealer }, ` ${does(dealer, "deal")}, and `, who, ` ${does(leader, "begin")}.`];
  }
  if (moment.kind === "end") {
    const out = moment.state.hands.findIndex((hand) => !hand.length);
    return ["The hand is over: ", ...whyHandEnded(frames.hands[moment.hand].end?.why ?? "", out, isYou), "."];
  }
  const { error = null, ranks = null } = frames.end ?? {};
  if (error) return [{ seat: error.seat }, " made an error, which ends the game."];
  const winners = (ranks ?? []).flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  const named = winners.flatMap((seat, at) => (at ? [" and ", { seat }] : [{ seat }]));
  return ["The game is over. ", ...named, winners.length > 1 ? " share first place." : ` ${does(winners[0], "win")}.`];
}

/** A sentence as plain text. @param {{ names: string[] }} game @param {Part[]} parts */
export function inWords(game, parts) {
  return parts
    .map((part) => (typeof part === "string" ? part : "card" in part ? cardText(part.card) : game.names[part.seat]))
    .join("");
}
