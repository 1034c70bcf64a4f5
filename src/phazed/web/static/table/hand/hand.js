// One's own hand: its order, its cards as buttons, and the keys that move among them.

import { bySuit, byValue, cardFace, cardName, isRed, isWild, rank, suit } from "/viewer/cards.js";
import { h, many } from "/viewer/dom.js";

export const SORTS = { value: "Value", suit: "Suit", phase: "Phase", own: "Own" };

function compare(one, other) {
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return one[at] - other[at];
  return 0;
}

/** How many of the cards are like this one. */
function alike(cards, like) {
  const counts = new Map();
  for (const card of cards) counts.set(like(card), (counts.get(like(card)) ?? 0) + 1);
  return (card) => counts.get(like(card));
}

/** A key for sorting that brings together what belongs together for the phase. */
function forPhase(phase, cards) {
  const { noun, one_colour: oneColour } = phase.groups[0];
  if (noun === "suit set") {
    const many = alike(
      cards.filter((card) => !isWild(card)),
      (card) => card[1],
    );
    return (card) => (isWild(card) ? [0, 0, rank(card), suit(card)] : [1, -many(card), suit(card), rank(card)]);
  }
  if (noun === "set") {
    const many = alike(cards, (card) => card[0]);
    return (card) => (isWild(card) ? [0, 0, rank(card), suit(card)] : [1, -many(card), rank(card), suit(card)]);
  }
  if (noun === "total") {
    return (card) => [oneColour && isRed(card) ? 1 : 0, card[0] === "A" ? 1 : 0, -rank(card), suit(card)];
  }
  const block = (card) => (isWild(card) ? 2 : oneColour && isRed(card) ? 1 : 0);
  return (card) => [block(card), rank(card), suit(card)];
}

let count = 0; // of all cards of all hands, so that no number ever means two cards

/**
 * The cards that one holds, each with a number of its own, for there are two of every card. They stay in the person's
 * own order; how they are shown follows from that and the sorting.
 */
export class Held {
  items = [];
  fresh = null; // the number of the card that was picked up last
  leaving = null; // the number of the card that the person chose to play, should there be two alike
  ordered = false; // whether the person has put the cards into an order of their own
  own = false; // whether they are shown in that order

  #gone = []; // the cards that were played, each with the place that it had

  /** Take over the cards that the state has: what is gone goes, what is new comes last, what was taken back returns. */
  update(cards, undone = false) {
    const left = [...cards];
    const kept = [];
    const inOrder = [...this.items].sort((one, other) => (one.id === this.leaving) - (other.id === this.leaving));
    for (const item of inOrder) {
      const at = left.indexOf(item.card);
      if (at < 0) continue;
      left.splice(at, 1);
      kept.push(item.id);
    }
    this.items.forEach((item, place) => kept.includes(item.id) || this.#gone.push({ item, place }));
    this.items = this.items.filter((item) => kept.includes(item.id));
    for (const { item, place } of undone ? this.#returning(left) : []) this.items.splice(place, 0, item);
    for (const card of left) {
      count += 1;
      this.items.push({ id: count, card });
      this.fresh = count;
    }
    if (left.length !== 1) this.fresh = null;
    this.leaving = null;
  }

  /** Take those that were played last out of the list of cards; they come in the order of their places. */
  #returning(cards) {
    const back = [];
    for (const card of [...cards]) {
      const at = this.#gone.findLastIndex(({ item }) => item.card === card);
      if (at < 0) continue;
      back.push(...this.#gone.splice(at, 1));
      cards.splice(cards.indexOf(card), 1);
    }
    return back.sort((one, other) => one.place - other.place);
  }

  find(id) {
    return this.items.find((item) => item.id === id) ?? null;
  }

  /** The order in which the cards are shown. */
  sorted(sorting, phase) {
    if (sorting === "own") return this.items;
    const cards = this.items.map((item) => item.card);
    const plain = sorting === "suit" ? bySuit : byValue;
    const key = sorting === "phase" && phase ? forPhase(phase, cards) : (card) => [plain(card)];
    return [...this.items].sort((one, other) => compare(key(one.card), key(other.card)));
  }

  /** Put the cards into the order of these numbers, which is the person's own now. */
  reorder(ids) {
    this.own = this.ordered = true;
    this.items.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  }

  /** Put the cards into the order that they had before a reload, as far as they are held. */
  arrange({ order = [], own = false, ordered = false }) {
    Object.assign(this, { own, ordered });
    const left = [...this.items];
    const first = order.flatMap((code) => {
      const at = left.findIndex((item) => item.card === code);
      return at < 0 ? [] : left.splice(at, 1);
    });
    this.items = [...first, ...left];
  }
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** The row of cards. The elements stay for as long as the cards do, so that they can be focused and can glide. */
export class HandRow {
  #root;
  #slots = new Map();

  /** `on` has `choose(id)`, `move(id, by)`. */
  constructor(root, on) {
    this.#root = root;
    root.addEventListener("click", (event) => {
      const button = event.target.closest(".held");
      if (button) on.choose(Number(button.dataset.id));
    });
    root.addEventListener("keydown", (event) => this.#onKey(event, on));
  }

  get buttons() {
    return [...this.#root.querySelectorAll(".held")];
  }
  button(id) {
    return this.#slots.get(id)?.firstElementChild ?? null;
  }

  /** Whether several cards can be chosen, as they are for a phase. */
  set several(are) {
    if (are) this.#root.setAttribute("aria-multiselectable", "true");
    else this.#root.removeAttribute("aria-multiselectable");
  }

  #onKey(event, on) {
    const button = event.target.closest(".held");
    if (!button || event.ctrlKey || event.metaKey) return;
    const { buttons } = this;
    const at = buttons.indexOf(button);
    const steps = { ArrowLeft: -1, ArrowRight: 1 };
    const places = { Home: 0, End: buttons.length - 1 };
    if (event.key in steps && (event.shiftKey || event.altKey)) on.move(Number(button.dataset.id), steps[event.key]);
    else if (event.key in steps) this.focus((at + steps[event.key] + buttons.length) % buttons.length);
    else if (event.key in places) this.focus(places[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Focus the card at that place, or the nearest. */
  focus(at) {
    const { buttons } = this;
    const button = buttons[Math.min(Math.max(at, 0), buttons.length - 1)];
    if (!button) return false;
    for (const each of buttons) each.tabIndex = each === button ? 0 : -1;
    button.focus();
    return true;
  }

  /** Show the items. `look(item)` gives `{ selected, placed, hinted, fresh }`. */
  draw(items, look) {
    const before = new Map([...this.#slots].map(([id, slot]) => [id, slot.getBoundingClientRect().left]));
    const focused = document.activeElement?.closest?.(".held")?.dataset.id ?? null;
    const tabbable = this.buttons.find((button) => button.tabIndex === 0)?.dataset.id;
    for (const [id, slot] of this.#slots) {
      if (items.some((item) => item.id === id)) continue;
      slot.remove();
      this.#slots.delete(id);
    }
    items.forEach((item, at) => {
      if (!this.#slots.has(item.id)) this.#slots.set(item.id, this.#slot(item));
      const slot = this.#slots.get(item.id);
      if (this.#root.children[at] !== slot) this.#root.insertBefore(slot, this.#root.children[at] ?? null);
      this.#paint(slot.firstElementChild, item, look(item), at, items.length);
    });
    const keep = items.some((item) => String(item.id) === tabbable) ? tabbable : String(items[0]?.id);
    for (const button of this.buttons) button.tabIndex = button.dataset.id === keep ? 0 : -1;
    this.#root.setAttribute("role", items.length ? "listbox" : "group");
    this.#root.setAttribute("aria-label", `Your hand, ${many(items.length, "card")}`);
    if (focused && document.activeElement?.dataset?.id !== focused) this.button(Number(focused))?.focus();
    this.#glide(before);
  }

  #slot(item) {
    const face = cardFace(item.card);
    face.removeAttribute("role");
    face.removeAttribute("aria-label");
    face.setAttribute("aria-hidden", "true");
    return h(
      "div",
      { class: "slot", role: "presentation" },
      h("button", { type: "button", class: "held", role: "option", "data-card": item.card, "data-id": item.id }, face),
    );
  }

  #paint(button, item, { selected, placed, hinted, fresh }, at, count) {
    const notes = [placed !== null && `in group ${placed + 1}`, fresh && "just picked up"].filter(Boolean);
    button.setAttribute("aria-label", [`${cardName(item.card)}, ${at + 1} of ${count}`, ...notes].join(", "));
    button.setAttribute("aria-selected", String(selected || placed !== null));
    button.classList.toggle("selected", selected);
    button.classList.toggle("placed", placed !== null);
    button.classList.toggle("hinted", hinted);
    button.classList.toggle("fresh", fresh);
    if (placed === null) delete button.dataset.placed;
    else button.dataset.placed = String(placed + 1);
  }

  /** Let the cards glide to their new places. */
  #glide(before) {
    if (calm.matches) return;
    for (const [id, slot] of this.#slots) {
      const shift = (before.get(id) ?? 0) - slot.getBoundingClientRect().left;
      if (!before.has(id) || Math.abs(shift) < 1) continue;
      slot.animate([{ transform: `translateX(${shift}px)` }, { transform: "none" }], {
        duration: 180,
        easing: "ease-out",
      });
    }
  }
}
