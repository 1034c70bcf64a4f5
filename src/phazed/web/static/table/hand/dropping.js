// What it means to drop a card somewhere on the table.

import { closeBubble } from "../bubbles.js";
import { makeDraggable } from "./drag.js";

const fromHand = (cargo) => cargo.kind === "hand";

/** Each place's answer to a card that falls there: whether it was taken, at once or as a promise. */
const DROPS = {
  discard: (t, cargo, _, target) => fromHand(cargo) && t.play(`discard ${cargo.card}`, target, cargo.id),
  add: (t, cargo, [owner, group, index], target) =>
    fromHand(cargo) && t.play(`add ${cargo.card} to ${owner}.${group} at ${index}`, target, cargo.id),
  skip: (t, cargo, [seat], target) => fromHand(cargo) && t.play(`skip ${seat}`, target, cargo.id),
  hand: (t, cargo, _, target) => {
    if (cargo.kind === "pile") return t.clickPile(cargo.pile, target);
    if (cargo.kind === "built") t.builder.put(cargo.id, null);
    else if (t.dragOrder) t.ownOrder(t.dragOrder);
    return true;
  },
  build: (t, cargo, [group], _, point) => {
    if (cargo.kind === "pile") return false;
    t.builder.put(cargo.id, Number(group), indexUnder(point));
    return true;
  },
};

/** The card of a builder's group that the point is on, and on which side of its middle; null if on none. */
function builtUnder(point) {
  const card = document.elementFromPoint(point.clientX, point.clientY)?.closest(".built");
  if (!card) return null;
  const { left, width } = card.getBoundingClientRect();
  return { card, side: point.clientX > left + width / 2 ? "after" : "before" };
}

/** In a builder's group, before which card the point is; null if after all of them. */
function indexUnder(point) {
  const { card, side } = builtUnder(point) ?? {};
  return card ? Number(card.dataset.index) + (side === "after" ? 1 : 0) : null;
}

/** What a press on this element would carry away; null if nothing. */
function cargoOf(t, target) {
  const held = target.closest(".held");
  if (held) {
    const { id, card } = held.dataset;
    return { kind: "hand", id: Number(id), card, source: held, face: held.firstElementChild };
  }
  const built = target.closest(".built");
  if (built) {
    return { kind: "built", id: Number(built.dataset.built), card: null, source: built, face: built.firstElementChild };
  }
  const pile = target.closest("[data-pile]");
  const face = pile?.querySelector(".card:not(.none)");
  const due = t.game.mine && t.game.turn.stage === "before";
  return face && due ? { kind: "pile", pile: pile.dataset.pile, card: null, source: pile, face } : null;
}

/** The order of the hand if the card with that number were let go at that place. */
function orderAt(t, number, x) {
  const others = t.shownItems().filter((item) => item.id !== number);
  const before = others.filter((item) => {
    const { left, width } = t.row.button(item.id).parentElement.getBoundingClientRect();
    return left + width / 2 < x;
  });
  const numbers = others.map((item) => item.id);
  numbers.splice(before.length, 0, number);
  return numbers;
}

function unmark(but = null) {
  for (const old of document.querySelectorAll(".over")) if (old !== but) old.classList.remove("over");
  for (const old of document.querySelectorAll("[data-insert]")) delete old.dataset.insert;
}

/** Let cards be dragged within the root. `t` is the table. */
export function listenToDrags(root, t) {
  const hand = document.getElementById("hand");
  makeDraggable(root, document.getElementById("area"), {
    begin: (target) => cargoOf(t, target),
    start(cargo) {
      closeBubble();
      t.dragged = cargo;
      if (fromHand(cargo)) t.selected = null;
      t.clearView();
      t.render();
      t.reveal();
    },
    over(cargo, target, point) {
      unmark(target);
      target?.classList.add("over");
      const { card, side } = (cargo.kind !== "pile" && builtUnder(point)) || {};
      if (card) card.dataset.insert = side;
      if (!fromHand(cargo)) return;
      const order = target === hand ? orderAt(t, cargo.id, point.clientX) : null;
      if (String(order) === String(t.dragOrder)) return;
      t.dragOrder = order;
      t.drawHand();
    },
    async drop(cargo, target, point) {
      if (!target) return false;
      const [name, ...words] = target.dataset.drop.split(" ");
      t.dropped = name === "hand" && cargo.kind !== "pile" ? null : cargo.rect;
      return (await DROPS[name]?.(t, cargo, words, target, point)) ?? false;
    },
    end() {
      t.dragged = null;
      t.dragOrder = null;
      t.dropped = null;
      unmark();
      t.render();
      t.keepFocus();
    },
  });
}
