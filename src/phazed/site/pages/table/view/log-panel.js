// The panel with the log, which is always open on wide screens and a drawer on narrow ones.

/** @import { Step } from "../../../answers.js" */
/** @import { Table } from "../parts.js" */
import { byId, query } from "../../../components/dom.js";
import { closeBubble } from "./bubbles.js";
import { Log } from "./log.js";
import { actionButton } from "./view.js";

const wide = matchMedia("(min-width: 1100px)");

export class LogPanel {
  #log;
  #button = actionButton("log");
  #root = byId("table");
  #scroller = query(document, "#log-panel .log");

  /** @param {Table} table */
  constructor(table) {
    this.#log = new Log(byId("log"), table.game);
    this.#button.addEventListener("click", () => this.toggle());
    byId("area").addEventListener("pointerdown", () => this.closeDrawer());
    wide.addEventListener("change", () => this.toggle(wide.matches));
    this.toggle(wide.matches);
  }

  update() {
    this.#log.update();
  }

  /** @param {Step} step */
  add(step) {
    this.#log.add(step);
  }

  /** @param {boolean} [open] */
  toggle(open = !this.#root.classList.contains("log-open")) {
    this.#root.classList.toggle("log-open", open);
    closeBubble();
    this.#button.setAttribute("aria-expanded", String(open));
    this.#scroller.tabIndex = open ? 0 : -1;
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
    if (!open && this.#scroller.contains(document.activeElement)) this.#button.focus();
  }

  /** Close the panel if it covers the table. */
  closeDrawer() {
    if (!wide.matches) this.toggle(false);
  }
}
