// The player's cards on the page, with their selection and display order.

/** @import { Card } from "../../../components/types.js" */
/** @import { Table } from "../parts.js" */
import { byId } from "../../../components/dom.js";
import { isPickUp } from "../../../components/game-state.js";
import { settings } from "../../../shell/settings.js";
import { closeBubble } from "../view/bubbles.js";
import { HandRow } from "./hand-row.js";
import { HeldCards } from "./held-cards.js";

export class OwnHand {
  #t;
  held = new HeldCards();
  row;
  /** The number of the selected card. @type {number | null} */
  selected = null;

  /** @param {Table} table @param {HTMLElement} root */
  constructor(table, root) {
    this.#t = table;
    this.row = new HandRow(root, {
      choose: (id) => this.#choose(id),
      move: (id, by) => this.#move(id, by),
    });
  }

  get selectedItem() {
    return this.selected === null ? null : this.held.find(this.selected);
  }

  /** The card that is being dragged or is selected. @returns {Card | null} */
  get active() {
    return this.#t.drag.cargo?.card ?? this.selectedItem?.card ?? null;
  }

  /** Start a new hand. */
  begin() {
    this.select(null, false);
    this.held = new HeldCards();
  }

  /** Update the cards from the game. @param {boolean} [undone]  whether a play was taken back */
  update(undone = false) {
    this.held.update(this.#t.game.cards, undone);
    this.held.fresh = null;
  }

  // ------------------------------------------------------------------------------------------ selection

  /** @param {number} id */
  #choose(id) {
    const { builder } = this.#t;
    if (builder.isOpen) builder.toggle(id);
    else this.select(this.selected === id ? null : id);
  }

  /** @param {number | null} id @param {boolean} [draw] */
  select(id, draw = true) {
    const { game, view } = this.#t;
    this.selected = id;
    closeBubble();
    if (id !== null) view.uncoverGroups();
    if (draw && game.table) view.draw();
    if (draw && id !== null) view.reveal();
  }

  // ------------------------------------------------------------------------------------------ order

  /** The phase to sort for; null if it has been laid or there are several. */
  get #phaseDue() {
    const { game } = this.#t;
    if (!game.state || game.laid !== null || game.due.length !== 1) return null;
    return game.known.phases[game.due[0] - 1];
  }

  /** The sorting of the hand: the setting, or the player's own order, which is kept for one hand. */
  get sorting() {
    if (this.held.own) return "own";
    return settings.sort === "phase" && !this.#phaseDue ? "value" : settings.sort;
  }

  /** The cards in display order. */
  get shownItems() {
    const { order } = this.#t.drag;
    if (!order) return this.held.sorted(this.sorting, this.#phaseDue);
    return order.flatMap((id) => this.held.find(id) ?? []);
  }

  /** Make the order of these numbers the player's own order. @param {number[]} ids */
  reorder(ids) {
    this.held.reorder(ids);
    this.#t.memory.save(this.#t);
    this.#t.view.draw();
  }

  /** @param {number} id @param {number} by */
  #move(id, by) {
    const ids = this.shownItems.map((item) => item.id);
    const at = ids.indexOf(id);
    const to = at + by;
    if (to < 0 || to >= ids.length) return;
    ids.splice(at, 1);
    ids.splice(to, 0, id);
    this.reorder(ids);
  }

  changeSorting() {
    const names = ["value", "suit", ...(this.#phaseDue ? ["phase"] : []), ...(this.held.ordered ? ["own"] : [])];
    const next = names[(names.indexOf(this.sorting) + 1) % names.length];
    this.held.own = next === "own";
    if (!this.held.own) settings.sort = next;
    this.#t.memory.save(this.#t);
    this.#t.view.draw();
  }

  // ------------------------------------------------------------------------------------------ drawing

  draw() {
    const { game, builder, hints, drag } = this.#t;
    const box = byId("hand");
    box.hidden = game.watching;
    if (game.watching) return;
    box.classList.toggle("welcomes", drag.cargo?.kind === "pile");
    const { fresh } = this.held;
    const hinted = hints.cards;
    this.row.draw(this.shownItems, (item) => ({
      selected: item.id === this.selected,
      placed: builder.placeOf(item.id),
      hinted: hinted.includes(item.card),
      fresh: item.id === fresh && game.mine,
    }));
    const picked = game.last?.[0] === game.seat && isPickUp(game.last);
    for (const button of this.row.buttons)
      button.firstElementChild?.classList.toggle("moved", picked && Number(button.dataset.id) === fresh);
  }

  /** The current positions of cards that leave the hand. @param {Card[]} cards @returns {DOMRect[]} */
  positionsOf(cards) {
    const { builder, drag } = this.#t;
    if (drag.dropped && cards.length === 1) return [drag.dropped];
    /** @type {Set<Element>} */
    const used = new Set();
    const { leaving } = this.held;
    return cards.flatMap((card) => {
      const chosen = cards.length === 1 && leaving !== null ? this.row.button(leaving) : null;
      const candidates = builder.isOpen ? builder.cardButtons : this.row.buttons;
      const button = chosen ?? candidates.find((each) => each.dataset.card === card && !used.has(each));
      if (!button?.firstElementChild) return [];
      used.add(button);
      return [button.firstElementChild.getBoundingClientRect()];
    });
  }
}
