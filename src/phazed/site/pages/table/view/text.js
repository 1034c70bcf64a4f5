// Texts that contain cards, and descriptions of steps for the player.

/** @import { Step } from "../../../answers.js" */
/** @import { State } from "../../../components/types.js" */
/** @import { Game } from "../game.js" */
import { cardLabel, JOKER } from "../../../components/cards.js";
import { predicate } from "../../../components/narration.js";

const CODE = /\b((?:[2-90JQKA][SHDC])|ZZ)\b/;

/** The text with card codes replaced with labels. @param {string} text @returns {(Node | string)[]} */
export const withCards = (text) => text.split(CODE).map((part, at) => (at % 2 ? cardLabel(part) : part));

/** A description of a step for the player. @param {Game} game @param {Step} step @param {State} state */
export function describeStep(game, step, state) {
  const audience = {
    isYou: (/** @type {number} */ seat) => seat === game.seat,
    isOpen: (/** @type {number} */ seat) => game.known.open || seat === game.seat,
  };
  return predicate(game.known, step, state, audience).map((part) =>
    typeof part === "string" ? part : "card" in part ? cardLabel(part.card) : game.name(part.seat),
  );
}

export const SEEDED = "Somebody chose the seed of the deals and could know every card.";

/** @param {Game} game @param {number} seat */
export const subject = (game, seat) => (seat === game.seat ? "You" : game.name(seat));

/** A player's name in the possessive: "your" or "Mira's". @param {Game} game @param {number} seat */
export const possessive = (game, seat) => (seat === game.seat ? "your" : `${game.name(seat)}'s`);

/** A card within a sentence, with an article if it is the joker. @param {string} card */
export const theCard = (card) => (card === JOKER ? `the ${JOKER}` : card);
