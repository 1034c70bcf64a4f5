// The cards: what they are called, how they are sorted and what they count, and how they look.

import { drawing, h, spoken } from "./dom.js";

const RANKS = "234567890JQKA";
export const JOKER = "ZZ";
export const HIDDEN = "XX";
const SUITS = "SHCD"; // as they are sorted: black and red in turn
const SUIT_SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const SUIT_NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const RANK_NAMES = "two three four five six seven eight nine ten jack queen king ace".split(" ");

export const split = (text) => text.split(" ").filter(Boolean);
export const isRed = (card) => card[1] === "H" || card[1] === "D";
export const isWild = (card) => card === JOKER || card[0] === "A";

export const rank = (card) => (card === JOKER ? 20 : RANKS.indexOf(card[0]));
export const suit = (card) => SUITS.indexOf(card[1]);
/** For sorting by value; jokers come last. */
export const byValue = (card) => rank(card) * SUITS.length + suit(card);
/** For sorting by suit; aces and jokers, which are of none, come last. */
export const bySuit = (card) => (isWild(card) ? 100 + byValue(card) : suit(card) * RANKS.length + rank(card));

/** A card as people write it in a line of text. */
export function cardText(card) {
  return card === JOKER ? "Joker" : (card[0] === "0" ? "10" : card[0]) + SUIT_SIGNS[card[1]];
}

/** What people call a card. */
export function cardName(card) {
  if (card === HIDDEN) return "face down";
  return card === JOKER ? "joker" : `${RANK_NAMES[RANKS.indexOf(card[0])]} of ${SUIT_NAMES[card[1]]}`;
}

/** What a card counts in an accumulation. */
export const worth = (card) => (card === JOKER ? 0 : card[0] === "A" ? 1 : RANKS.indexOf(card[0]) + 2);

const SUIT_PATHS = {
  S: "M0-48C9-31 44-12 44 14C44 27 34 36 23 36C14 36 8 32 4 26C5 36 9 43 17 48H-17C-9 43-5 36-4 26C-8 32-14 36-23 36C-34 36-44 27-44 14C-44-12-9-31 0-48Z",
  H: "M0 46C-10 27-46 10-46-18C-46-33-35-44-22-44C-12-44-4-38 0-29C4-38 12-44 22-44C35-44 46-33 46-18C46 10 10 27 0 46Z",
  D: "M0-50C10-31 23-14 38 0C23 14 10 31 0 50C-10 31-23 14-38 0C-23-14-10-31 0-50Z",
  C: "M0-48A22 22 0 0 1 17-12A22 22 0 1 1 4 24C5 35 9 43 17 48H-17C-9 43-5 35-4 24A22 22 0 1 1-17-12A22 22 0 0 1 0-48Z",
};
const SPARK = "M0-50C6-14 14-6 50 0C14 6 6 14 0 50C-6 14-14 6-50 0C-14-6-6-14 0-50Z";

const sign = (path, name) => drawing(path, "-50 -50 100 100", name);
const faces = new Map();

/** Red, black or joker, and the suit, for the style sheet. */
const colouring = (card) => (card === JOKER ? "joker" : `${isRed(card) ? "red" : "black"} suit-${card[1]}`);

/** One card, face up; a hidden one face down. */
export function cardFace(card) {
  if (card === HIDDEN) return cardBack();
  if (!faces.has(card)) {
    const face = h("span", {
      class: `card ${colouring(card)}`,
      role: "img",
      "aria-label": cardName(card),
    });
    const path = card === JOKER ? SPARK : SUIT_PATHS[card[1]];
    const letters = card === JOKER ? "JOKER" : card[0] === "0" ? "10" : card[0];
    face.append(
      h(
        "span",
        { class: "corner", "aria-hidden": "true" },
        h("b", null, letters),
        sign(path, "suit"),
        h("i", null, card === JOKER ? "" : card[1]),
      ),
      sign(path, "centre"),
    );
    if (card[0] === "A") face.append(sign(SPARK, "spark"));
    faces.set(card, face);
  }
  return faces.get(card).cloneNode(true);
}

/** A card inside a line of text: its sign for the eye, its name for the ear. */
export function cardLabel(card) {
  const name = cardName(card);
  const seen = h("span", { "aria-hidden": "true", title: name }, cardText(card));
  return h("span", { class: `inline ${colouring(card)}` }, seen, spoken(name));
}

export function cardBack() {
  return h("span", { class: "card back", role: "img", "aria-label": "face down" });
}
