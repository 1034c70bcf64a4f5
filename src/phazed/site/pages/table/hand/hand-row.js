// The row of the player's cards as buttons, with keyboard navigation.

/** @import { Item } from "./held-cards.js" */
import { cardName, unlabelledFace } from "../../../components/cards.js";
import { closest, focused, h, isHtml, queryAll } from "../../../components/dom.js";
import { plural } from "../../../components/numbers.js";

/** @typedef {{ selected: boolean, placed: number | null, hinted: boolean, fresh: boolean }} Look */
/** @typedef {{ choose: (id: number) => void, move: (id: number, by: number) => void }} HandListeners */

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** The row of cards. An element exists as long as its card is held, so that it keeps the focus and can be animated. */
export class HandRow {
  #root;
  /** @type {Map<number, HTMLElement>} */
  #slots = new Map();

  /** @param {HTMLElement} root @param {HandListeners} on */
  constructor(root, on) {
    this.#root = root;
    root.addEventListener("click", (event) => {
      const button = closest(event.target, ".held");
      if (button) on.choose(Number(button.dataset.id));
    });
    root.addEventListener("keydown", (event) => this.#onKey(event, on));
  }

  get buttons() {
    return queryAll(this.#root, ".held");
  }
  /** @param {number} id @returns {HTMLElement | null} */
  button(id) {
    const button = this.#slots.get(id)?.firstElementChild;
    return isHtml(button) ? button : null;
  }

  /** Set whether several cards can be selected, as for a phase. @param {boolean} are */
  set several(are) {
    if (are) this.#root.setAttribute("aria-multiselectable", "true");
    else this.#root.removeAttribute("aria-multiselectable");
  }

  /** @param {KeyboardEvent} event @param {HandListeners} on */
  #onKey(event, on) {
    const button = closest(event.target, ".held");
    if (!button || event.ctrlKey || event.metaKey) return;
    const { buttons } = this;
    const at = buttons.indexOf(button);
    /** @type {Record<string, number>} */
    const steps = { ArrowLeft: -1, ArrowRight: 1 };
    /** @type {Record<string, number>} */
    const places = { Home: 0, End: buttons.length - 1 };
    if (event.key in steps && (event.shiftKey || event.altKey)) on.move(Number(button.dataset.id), steps[event.key]);
    else if (event.key in steps) this.focus((at + steps[event.key] + buttons.length) % buttons.length);
    else if (event.key in places) this.focus(places[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Focus the card at this index, or the nearest one; return false if there are no cards. @param {number} at */
  focus(at) {
    const { buttons } = this;
    const button = buttons[Math.min(Math.max(at, 0), buttons.length - 1)];
    if (!button) return false;
    for (const each of buttons) each.tabIndex = each === button ? 0 : -1;
    button.focus();
    return true;
  }

  /** Show the items. @param {Item[]} items @param {(item: Item) => Look} look */
  draw(items, look) {
    const before = new Map([...this.#slots].map(([id, slot]) => [id, slot.getBoundingClientRect().left]));
    const hadFocus = closest(document.activeElement, ".held")?.dataset.id ?? null;
    const tabbable = this.buttons.find((button) => button.tabIndex === 0)?.dataset.id;
    for (const [id, slot] of this.#slots) {
      if (items.some((item) => item.id === id)) continue;
      slot.remove();
      this.#slots.delete(id);
    }
    items.forEach((item, at) => {
      const slot = this.#slots.get(item.id) ?? this.#slot(item);
      this.#slots.set(item.id, slot);
      if (this.#root.children[at] !== slot) this.#root.insertBefore(slot, this.#root.children[at] ?? null);
      const button = this.button(item.id);
      if (button) this.#paint(button, item, look(item), at, items.length);
    });
    const keep = items.some((item) => String(item.id) === tabbable) ? tabbable : String(items[0]?.id);
    for (const button of this.buttons) button.tabIndex = button.dataset.id === keep ? 0 : -1;
    this.#root.setAttribute("role", items.length ? "listbox" : "group");
    this.#root.setAttribute("aria-label", `Your hand, ${plural(items.length, "card")}`);
    if (hadFocus && focused()?.dataset.id !== hadFocus) this.button(Number(hadFocus))?.focus();
    this.#glide(before);
  }

  /** @param {Item} item */
  #slot(item) {
    return h(
      "div",
      { class: "slot", role: "presentation" },
      h(
        "button",
        { type: "button", class: "held", role: "option", "data-card": item.card, "data-id": item.id },
        unlabelledFace(item.card),
      ),
    );
  }

  /** @param {HTMLElement} button @param {Item} item @param {Look} look @param {number} at @param {number} count */
  #paint(button, item, { selected, placed, hinted, fresh }, at, count) {
    const notes = [placed !== null && `in group ${(placed ?? 0) + 1}`, fresh && "just picked up"].filter(Boolean);
    button.setAttribute("aria-label", [`${cardName(item.card)}, ${at + 1} of ${count}`, ...notes].join(", "));
    button.setAttribute("aria-selected", String(selected || placed !== null));
    button.classList.toggle("selected", selected);
    button.classList.toggle("placed", placed !== null);
    button.classList.toggle("hinted", hinted);
    button.classList.toggle("fresh", fresh);
    if (placed === null) delete button.dataset.placed;
    else button.dataset.placed = String(placed + 1);
  }

  /** Animate the cards to their new positions. @param {Map<number, number>} before */
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
