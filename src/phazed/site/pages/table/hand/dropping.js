// Drag and drop at the table: what can be dragged, and the effect of each drop.

/** @import { Card } from "../../../components/types.js" */
/** @import { Table } from "../parts.js" */
import { byId, closest, isHtml, queryAll } from "../../../components/dom.js";
import { DISCARD, LAY_OFF, SKIP } from "../../../components/plays.js";
import { closeBubble } from "../view/bubbles.js";
import { makeDraggable } from "./drag.js";

/**
 * @typedef {object} Cargo  A card that is being dragged: from the hand, from the builder, or from a pile.
 * @property {"hand" | "built" | "pile"} kind
 * @property {number} id  the number of a card in the hand
 * @property {Card | null} card
 * @property {string} pile
 * @property {HTMLElement} source
 * @property {HTMLElement} face
 */

export class Drag {
  #t;
  /** @type {Cargo | null} */
  cargo = null;
  /** The order of the hand if the card were dropped at the current position. @type {number[] | null} */
  order = null;
  /** The position where a card was dropped, from which its animation starts. @type {DOMRect | null} */
  dropped = null;

  /** @param {Table} table @param {HTMLElement} root */
  constructor(table, root) {
    this.#t = table;
    makeDraggable(root, byId("area"), {
      begin: (target) => this.#cargoOf(target),
      start: (cargo) => this.#start(cargo),
      over: (cargo, target, point) => this.#over(cargo, target, point),
      drop: (cargo, target, point, from) => this.#drop(cargo, target, point, from),
      end: () => this.#end(),
    });
  }

  /**
   * The item that a press on this element would drag, or null.
   * @param {EventTarget | null} target
   * @returns {Cargo | null}
   */
  #cargoOf(target) {
    const { game } = this.#t;
    const held = closest(target, ".held");
    if (held && isHtml(held.firstElementChild)) {
      const { id, card = null } = held.dataset;
      return { kind: "hand", id: Number(id), card, pile: "", source: held, face: held.firstElementChild };
    }
    const built = closest(target, ".built");
    if (built && isHtml(built.firstElementChild)) {
      const id = Number(built.dataset.built);
      return { kind: "built", id, card: null, pile: "", source: built, face: built.firstElementChild };
    }
    const pile = closest(target, "[data-pile]");
    const face = pile?.querySelector(".card:not(.none)");
    if (!pile || !isHtml(face) || !game.isMine("before")) return null;
    return { kind: "pile", id: -1, card: null, pile: pile.dataset.pile ?? "", source: pile, face };
  }

  /** @param {Cargo} cargo */
  #start(cargo) {
    const { hand, view } = this.#t;
    closeBubble();
    this.cargo = cargo;
    if (cargo.kind === "hand") hand.selected = null;
    view.uncoverGroups();
    view.draw();
    view.reveal();
  }

  /** @param {Cargo} cargo @param {HTMLElement | null} target @param {PointerEvent} point */
  #over(cargo, target, point) {
    unmark(target);
    target?.classList.add("over");
    const built = cargo.kind === "pile" ? null : builtUnder(point);
    if (built) built.card.dataset.insert = built.side;
    if (cargo.kind !== "hand") return;
    const order = target?.id === "hand" ? this.#orderAt(cargo.id, point.clientX) : null;
    if (String(order) === String(this.order)) return;
    this.order = order;
    this.#t.hand.draw();
  }

  /** @param {Cargo} cargo @param {HTMLElement | null} target @param {PointerEvent} point @param {DOMRect} from */
  async #drop(cargo, target, point, from) {
    if (!target) return false;
    const [name, ...words] = (target.dataset.drop ?? "").split(" ");
    this.dropped = name === "hand" && cargo.kind !== "pile" ? null : from;
    if (name === "hand") return this.#dropOnHand(cargo, target);
    if (name === "build") return this.#dropOnBuilder(cargo, Number(words[0]), point);
    if (cargo.kind !== "hand") return false;
    const { plays } = this.#t;
    const [first, group, index] = words.map(Number);
    if (name === "discard") return plays.play([DISCARD, cargo.card], target, cargo.id);
    if (name === "skip") return plays.play([SKIP, first], target, cargo.id);
    if (name !== "add") return false;
    return plays.play([LAY_OFF, [cargo.card, [first, group, index]]], target, cargo.id);
  }

  /** @param {Cargo} cargo @param {HTMLElement} target */
  async #dropOnHand(cargo, target) {
    const { plays, builder, hand } = this.#t;
    if (cargo.kind === "pile") return plays.clickPile(cargo.pile, target);
    if (cargo.kind === "built") builder.put(cargo.id, null);
    else if (this.order) hand.reorder(this.order);
    return true;
  }

  /** @param {Cargo} cargo @param {number} group @param {PointerEvent} point */
  #dropOnBuilder(cargo, group, point) {
    if (cargo.kind === "pile") return false;
    this.#t.builder.put(cargo.id, group, indexUnder(point));
    return true;
  }

  #end() {
    this.cargo = null;
    this.order = null;
    this.dropped = null;
    unmark();
    this.#t.view.draw();
    this.#t.focus.keep();
  }

  /** The order of the hand if the card were dropped at this position. @param {number} id @param {number} x */
  #orderAt(id, x) {
    const { hand } = this.#t;
    const others = hand.shownItems.filter((item) => item.id !== id);
    const before = others.filter((item) => {
      const slot = hand.row.button(item.id)?.parentElement?.getBoundingClientRect();
      return slot && slot.left + slot.width / 2 < x;
    });
    const ids = others.map((item) => item.id);
    ids.splice(before.length, 0, id);
    return ids;
  }
}

/** The card in the builder at a point, and the side of its centre that the point is on, or null. @param {PointerEvent} point */
function builtUnder(point) {
  const card = closest(document.elementFromPoint(point.clientX, point.clientY), ".built");
  if (!card) return null;
  const { left, width } = card.getBoundingClientRect();
  return { card, side: point.clientX > left + width / 2 ? "after" : "before" };
}

/** The index in the builder's group at a point, or null if there is no card. @param {PointerEvent} point */
function indexUnder(point) {
  const built = builtUnder(point);
  return built ? Number(built.card.dataset.index) + (built.side === "after" ? 1 : 0) : null;
}

/** @param {HTMLElement | null} [but] */
function unmark(but = null) {
  for (const old of document.querySelectorAll(".over")) if (old !== but) old.classList.remove("over");
  for (const old of queryAll(document, "[data-insert]")) delete old.dataset.insert;
}
