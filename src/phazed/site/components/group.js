// A group on the table, for replays and live tables.

/** @import { Step } from "../answers.js" */
/** @import { Card } from "./types.js" */
import { cardFace } from "./cards.js";
import { h } from "./dom.js";

/**
 * The cards of a group in a row; cards moved by the last step are marked.
 * @param {Card[]} cards
 * @param {number} owner
 * @param {number} number
 * @param {Step | null} last
 */
export function groupCards(cards, owner, number, last) {
  const laidNow = last?.[1] === "phase" && last[0] === owner;
  const addedAt = last?.[1] === "add" && last[3] === owner && last[4] === number ? last[5] : -1;
  return h(
    "div",
    { class: "cards" },
    cards.map((card, at) => slot(cardFace(card), laidNow || at === addedAt)),
  );
}

/** A card in its slot; a card that has moved is marked for the animation. @param {HTMLElement} face @param {boolean} moved */
export function slot(face, moved) {
  if (moved) face.classList.add("moved");
  return h("span", { class: "slot" }, face);
}
