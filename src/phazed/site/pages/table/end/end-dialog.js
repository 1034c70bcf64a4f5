// The dialog with the results of a hand and of the game, which can be closed to look at the table.

/** @import { Table } from "../parts.js" */
/** @import { EndedTable, FinishedTable } from "./end-view.js" */
import { focused, h, query, queryAll } from "../../../components/dom.js";
import { bubble } from "../view/bubbles.js";
import { actionButton } from "../view/view.js";
import { gameEnd, handEnd } from "./end-view.js";

const DELAY = 1100;

export class EndDialog {
  #t;
  /** @type {HTMLDialogElement | null} */
  #dialog = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {"hand" | "game"} */
  #page = "hand";
  #drawn = ""; // HTML of the dialog's content
  /** The hand after which the dialog last opened automatically. @type {number | null} */
  #openedFor = null;

  /** @param {Table} table */
  constructor(table) {
    this.#t = table;
  }

  /**
   * Open automatically, once per hand, after a delay in which the last play can be seen; at a paused table, this
   * happens when it is resumed. While a rematch is being offered, the dialog does not open, since it would cover the
   * link.
   */
  openSoon() {
    const { game, flow } = this.#t;
    const number = game.hand?.number ?? null;
    if (this.#openedFor === number) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (flow.paused || game.rematch) return;
      this.#openedFor = number;
      this.#page = "hand";
      this.open();
    }, DELAY);
  }

  open() {
    clearTimeout(this.#timer);
    if (this.#dialog || !this.#t.game.ended) return;
    const dialog = h("dialog", { class: "dialog end-dialog", "aria-label": "Result" });
    dialog.addEventListener("click", (event) => event.target === dialog && this.close());
    dialog.addEventListener("close", () => this.#onClose());
    this.#dialog = dialog;
    document.body.append(dialog);
    this.refresh();
    dialog.showModal();
    this.#focus(dialog, "next");
  }

  #onClose() {
    this.#dialog?.remove();
    this.#dialog = null;
    this.#drawn = "";
    if (document.activeElement === document.body) actionButton("results").focus();
  }

  close() {
    clearTimeout(this.#timer);
    this.#dialog?.close();
  }

  /**
   * Focus the button or link for the action or, if there is none, the heading.
   * @param {HTMLElement} dialog
   * @param {string | undefined} action
   */
  #focus(dialog, action) {
    const wanted = queryAll(dialog, `[data-action="${action}"]:not(:disabled)`).at(0) ?? query(dialog, "h2");
    wanted.focus({ preventScroll: true });
    dialog.scrollTop = 0;
  }

  /**
   * Show the reason why an action failed, inside the dialog if it is open, since the dialog covers everything else.
   * @param {string} reason
   */
  showProblem(reason) {
    const place = this.#dialog?.querySelector(".end-actions");
    if (!place) {
      bubble(reason, actionButton("next"));
      return;
    }
    place.querySelector(".problem")?.remove();
    place.prepend(h("p", { class: "problem", role: "alert" }, reason));
  }

  /** Continue to the next hand or to the result of the game. */
  next() {
    const { game, plays } = this.#t;
    if (!game.known.over) {
      if (game.seat === null || !game.known.ready.includes(game.seat)) plays.next();
      return;
    }
    this.#page = "game";
    if (this.#dialog) {
      this.refresh();
      this.#focus(this.#dialog, "next");
    } else this.open();
  }

  #content() {
    const { game, plays } = this.#t;
    const table = game.known;
    if (this.#page === "game") {
      const canAsk = !game.watching || table.open;
      const onRematch = canAsk ? () => void plays.rematch() : null;
      return gameEnd(/** @type {FinishedTable} */ (table), { onRematch, rematch: game.rematch });
    }
    const isWaitedFor = (/** @type {number} */ seat) =>
      table.seats[seat].who === "person" &&
      table.seats[seat].here &&
      !table.seats[seat].stand_in &&
      !table.ready.includes(seat);
    return handEnd(/** @type {EndedTable} */ (table), {
      onNext: () => this.next(),
      onTakeOver: game.replaced && !game.resigned && !table.over ? () => void plays.takeOver() : null,
      ready: game.seat !== null && table.ready.includes(game.seat),
      waiting: table.names.filter((_, seat) => isWaitedFor(seat)),
      inert: (game.watching && !table.open && !table.over) || (game.replaced && !table.over),
      deals: game.deadlines.next,
      rematch: game.rematch,
    });
  }

  /** Redraw the dialog if something has changed, for example because somebody is ready, keeping the focus. */
  refresh() {
    const dialog = this.#dialog;
    if (!dialog) return;
    const content = this.#content();
    if (content.outerHTML === this.#drawn) return;
    this.#drawn = content.outerHTML;
    const leave = { "aria-label": "Close and look at the table", onclick: () => this.close() };
    const close = h("button", { type: "button", class: "close", "data-action": "close", ...leave }, "✕");
    const { scrollTop } = dialog;
    const action = dialog.contains(document.activeElement) ? focused()?.dataset.action : null;
    dialog.replaceChildren(close, content);
    if (action !== null) this.#focus(dialog, action);
    dialog.scrollTop = scrollTop;
  }
}
