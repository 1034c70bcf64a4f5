// The cards: their names, order, values and appearance.

/** @import { Card } from "./types.js" */
import { drawing, h, spoken } from "./dom.js";

const RANKS = "234567890JQKA";
export const JOKER = "ZZ";
export const HIDDEN = "XX";
const SUITS = "SHCD"; // in sorting order: black and red alternate
/** @type {Record<string, string>} */
const SUIT_SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
/** @type {Record<string, string>} */
const SUIT_NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const RANK_NAMES = "two three four five six seven eight nine ten jack queen king ace".split(" ");

/** The cards in a text. @param {string} text @returns {Card[]} */
export const split = (text) => text.split(" ").filter(Boolean);
/** @param {Card} card */
export const isRed = (card) => card[1] === "H" || card[1] === "D";
/** @param {Card} card */
export const isWild = (card) => card === JOKER || card[0] === "A";

/** @param {Card} card */
export const rank = (card) => (card === JOKER ? 20 : RANKS.indexOf(card[0]));
/** @param {Card} card */
export const suit = (card) => SUITS.indexOf(card[1]);
/** Sorting key by value; jokers come last. @param {Card} card */
export const byValue = (card) => rank(card) * SUITS.length + suit(card);
/** Sorting key by suit; aces and jokers come last. @param {Card} card */
export const bySuit = (card) => (isWild(card) ? 100 + byValue(card) : suit(card) * RANKS.length + rank(card));

/** The letters in a card's corner. @param {Card} card */
const rankText = (card) => (card[0] === "0" ? "10" : card[0]);

/** A card as plain text. @param {Card} card */
export const cardText = (card) => (card === JOKER ? "Joker" : rankText(card) + SUIT_SIGNS[card[1]]);

/** The name of a card, for screen readers. @param {Card} card */
export function cardName(card) {
  if (card === HIDDEN) return "face down";
  return card === JOKER ? "joker" : `${RANK_NAMES[RANKS.indexOf(card[0])]} of ${SUIT_NAMES[card[1]]}`;
}

/** A card's value in an accumulation. @param {Card} card */
export const worth = (card) => (card === JOKER ? 0 : card[0] === "A" ? 1 : RANKS.indexOf(card[0]) + 2);

/** The shapes of suits and wild cards, which `phazed.site.assets` adds to every page with cards. */
const shapes = () => {
  const meta = document.querySelector('meta[name="card-shapes"]');
  /** @type {Record<string, string>} */
  const found = JSON.parse(meta?.getAttribute("content") ?? "{}");
  return found;
};

/** @param {string} path @param {string} name */
const sign = (path, name) => drawing(path, "-50 -50 100 100", name);
/** @type {Map<Card, HTMLElement>} */
const faces = new Map();

/** Classes for the style sheet: red, black or joker, and the suit. @param {Card} card */
const colouring = (card) => (card === JOKER ? "joker" : `${isRed(card) ? "red" : "black"} suit-${card[1]}`);

/** A card face up, or face down if it is hidden. @param {Card} card @returns {HTMLElement} */
export function cardFace(card) {
  if (card === HIDDEN) return cardBack();
  const face = faces.get(card) ?? drawFace(card);
  faces.set(card, face);
  return /** @type {HTMLElement} */ (face.cloneNode(true));
}

/** @param {Card} card */
function drawFace(card) {
  const { wild, ...suits } = shapes();
  const path = card === JOKER ? wild : suits[card[1]];
  const corner = h(
    "span",
    { class: "corner", "aria-hidden": "true" },
    h("b", { "data-text": card === JOKER ? "JOKER" : rankText(card) }),
    sign(path, "suit"),
    h("i", { "data-text": card === JOKER ? "" : card[1] }),
  );
  const props = { class: `card ${colouring(card)}`, role: "img", "aria-label": cardName(card) };
  return h("span", props, corner, sign(path, "centre"), card[0] === "A" && sign(wild, "spark"));
}

/** A card face inside a labelled element that already describes it. @param {Card} card */
export function unlabelledFace(card) {
  const face = cardFace(card);
  face.removeAttribute("role");
  face.removeAttribute("aria-label");
  face.setAttribute("aria-hidden", "true");
  return face;
}

/** A card within text: its symbol, and its name for screen readers. @param {Card} card */
export function cardLabel(card) {
  const name = cardName(card);
  const sign = h("span", { "aria-hidden": "true", title: name }, cardText(card));
  return h("span", { class: `inline ${colouring(card)}` }, sign, spoken(name));
}

export function cardBack() {
  return h("span", { class: "card back", role: "img", "aria-label": "face down" });
}
