// The end of a hand and of the game, in a dialog that can be put aside to look at the table.

import { h } from "/viewer/dom.js";
import { gameEnd, handEnd } from "./ending.js";

const PAUSE = 1100;

export class Endings {
  #t;
  #dialog = null;
  #timer = null;
  #page = "hand";
  #shown = null; // what the dialog shows
  #told = null; // the hand whose end was shown by itself

  constructor(t) {
    this.#t = t;
  }

  /** Show it by itself, once, after a look at the last play; to who has paused the table, when they go on. */
  soon() {
    const { hand } = this.#t.game;
    if (this.#told === hand.number) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#t.paused) return;
      this.#told = hand.number;
      this.#page = "hand";
      this.open();
    }, PAUSE);
  }

  open() {
    clearTimeout(this.#timer);
    if (this.#dialog || !this.#t.game.ended) return;
    this.#dialog = h("dialog", { class: "dialog ending-dialog", "aria-label": "The result" });
    this.#dialog.addEventListener("click", (event) => event.target === this.#dialog && this.close());
    this.#dialog.addEventListener("close", () => this.#gone());
    document.body.append(this.#dialog);
    this.refresh();
    this.#dialog.showModal();
    this.#focus("next");
  }

  #gone() {
    this.#dialog?.remove();
    this.#dialog = this.#shown = null;
    if (document.activeElement === document.body) this.#t.button("results")?.focus();
  }

  close() {
    clearTimeout(this.#timer);
    this.#dialog?.close();
  }

  /** Focus what does this, or else the heading. */
  #focus(action) {
    const wanted = this.#dialog.querySelector(`[data-action="${action}"]:not(:disabled)`);
    (wanted ?? this.#dialog.querySelector("h2")).focus({ preventScroll: true });
    this.#dialog.scrollTop = 0;
  }

  /** Say why something does not happen, in the dialog if it is open: it lies above all else. */
  tell(reason) {
    const place = this.#dialog?.querySelector(".end-actions");
    if (!place) {
      this.#t.say(reason, this.#t.button("next"));
      return;
    }
    place.querySelector(".problem")?.remove();
    place.prepend(h("p", { class: "problem", role: "alert" }, reason));
  }

  /** What the dialog's button and the key do. */
  next() {
    const { game } = this.#t;
    if (game.table.over) {
      this.#page = "game";
      if (this.#dialog) {
        this.refresh();
        this.#focus("next");
      } else this.open();
      return;
    }
    if (!game.table.ready?.includes(game.seat)) this.#t.next();
  }

  /** Draw it again where it has changed, for somebody came, went or is ready. The focus stays. */
  refresh() {
    if (!this.#dialog) return;
    const { game } = this.#t;
    const { table } = game;
    const isReady = (number) => table.ready?.includes(number) ?? false;
    const keeps = ({ who, here }, number) => who === "person" && here && !isReady(number);
    const waiting = table.names.filter((_, number) => keeps(table.seats[number], number));
    const content =
      this.#page === "game"
        ? gameEnd(table, { onRematch: game.watching && !table.open ? null : () => this.#t.rematch() })
        : handEnd(table, {
            onNext: () => this.next(),
            ready: isReady(table.seat),
            waiting,
            inert: game.watching && !table.open && !table.over,
          });
    if (content.outerHTML === this.#shown) return;
    this.#shown = content.outerHTML;
    const leave = { "aria-label": "Close, and look at the table", onclick: () => this.close() };
    const close = h("button", { type: "button", class: "close", "data-action": "close", ...leave }, "✕");
    const { scrollTop } = this.#dialog;
    const { activeElement } = document;
    const inside = this.#dialog.contains(activeElement);
    this.#dialog.replaceChildren(close, content);
    if (inside) this.#focus(activeElement.dataset.action);
    this.#dialog.scrollTop = scrollTop;
  }
}
