// The menu at the table.

/** @import { Table } from "../parts.js" */
import { focused, h, isHtml, query, queryAll } from "../../../components/dom.js";
import { makeDialog } from "../../../shell/dialog.js";
import { createLesson, playerName } from "../../../shell/games.js";
import { openSettings } from "../../../shell/settings-dialog.js";
import { openRules } from "../../rules.js";
import { openResign, openTransfer } from "../people/leaving.js";
import { openKeys } from "./key-list.js";
import { startTour } from "./tour.js";

export class Menu {
  #t;
  #button;
  #list;
  /** Items only for players, and the item only for players in a game in progress. */
  #forPlayers;
  #resign;

  /** @param {Table} table @param {HTMLElement} button @param {HTMLElement} list */
  constructor(table, button, list) {
    this.#t = table;
    this.#button = button;
    this.#list = list;
    const move = this.#item("transfer", "Continue on another device", () => openTransfer(table));
    this.#resign = this.#item("resign", "Resign", () => openResign(table));
    this.#forPlayers = [move, this.#resign];
    const rules = this.#item("rules-item", "Rules", () => openRules());
    rules.classList.add("narrow-only");
    list.append(
      this.#item("settings", "Settings", () => openSettings()),
      this.#item("people", "Players and table", () => table.people.open()),
      rules,
      this.#item("keys", "Keys", () => openKeys()),
      this.#item("tour", "Tour of the table", () => startTour()),
      this.#item("guided", "Guided first hand", async () => location.assign(await createLesson())),
      this.#item("name", "Your name", () => openName(table)),
      move,
      this.#resign,
      h("li", null, h("a", { href: "/", "data-action": "new" }, "New game")),
    );
    button.addEventListener("click", () => this.#toggle(Boolean(list.hidden)));
    list.addEventListener("keydown", (event) => this.#walk(event));
    document.addEventListener("pointerdown", (event) => this.#leave(event.target));
    list.addEventListener("focusout", (event) => event.relatedTarget && this.#leave(event.relatedTarget));
  }

  /** @param {string} action @param {string} label @param {() => void} act */
  #item(action, label, act) {
    const press = () => {
      this.close();
      act();
    };
    return h("li", null, h("button", { type: "button", "data-action": action, onclick: press }, label));
  }

  /** @param {boolean} open */
  #toggle(open) {
    const { watching, resigned, table } = this.#t.game;
    for (const item of this.#forPlayers) item.hidden = watching;
    this.#resign.hidden ||= resigned || !table?.started || Boolean(table.over);
    this.#list.hidden = !open;
    this.#button.setAttribute("aria-expanded", String(open));
    if (open) query(this.#list, "a, button").focus();
  }

  /** Close the menu; return whether it was open. */
  close() {
    if (this.#list.hidden) return false;
    const inside = this.#list.contains(document.activeElement);
    this.#toggle(false);
    if (inside) this.#button.focus();
    return true;
  }

  /** Close the menu when the pointer or the focus goes elsewhere. @param {EventTarget | null} target */
  #leave(target) {
    const inside = isHtml(target) && (this.#list.contains(target) || this.#button.contains(target));
    if (!this.#list.hidden && !inside) this.#toggle(false);
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    const items = queryAll(this.#list, "a, button");
    const at = items.indexOf(focused() ?? this.#button);
    items[(at + by + items.length) % items.length].focus();
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @param {Table} t */
function openName(t) {
  const value = t.game.watching ? playerName() : t.game.name(t.game.bottom);
  const input = h("input", { name: "name", maxlength: "24", autocomplete: "nickname", value });
  const status = h("small", { role: "status" });
  const save = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const reason = await t.plays.rename(input.value);
    if (reason) status.textContent = reason;
    else dialog.close();
  };
  const dialog = makeDialog(
    "Your name",
    "naming",
    h(
      "form",
      { class: "name-form", onsubmit: save },
      h("label", { class: "field" }, h("span", null, "The name that other players see"), input, status),
      h("button", { type: "submit", class: "button primary" }, "Save"),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  input.select();
}
