// The people at the table: the players' presence, the spectators, and a dialog with both and the table's settings.

/** @import { Table } from "../parts.js" */
import { focused, h } from "../../../components/dom.js";
import { makeDialog } from "../../../shell/dialog.js";
import { bubble } from "../view/bubbles.js";
import { conditions } from "./conditions.js";
import { invitation } from "./invitation.js";

const SURE = "Really remove?";
/** The name of the person whom the host is asked to confirm removing. @type {string | null} */
let asked = null;

/** The spectators in one line; empty if there are none. @param {Table} t */
export function watchers(t) {
  const { spectators, open } = t.game.known;
  return spectators.length && !open ? `Watching: ${spectators.join(", ")}` : "";
}

/** A player's presence in words. @param {Table} t @param {number} seat */
export function presence(t, seat) {
  const { seats } = t.game.known;
  const { who, here, taken, stand_in: standIn, resigned } = seats[seat];
  if (!taken) return "free";
  if (who !== "person") return `${who} bot`;
  if (resigned) return "resigned; a bot is playing";
  if (standIn) return "a bot is playing";
  if (seat === t.game.seat) return "you";
  return here ? "here" : "away";
}

/**
 * The button for the host to remove a person, or null if there is nobody to remove.
 * @param {Table} t @param {number} seat
 */
export function removeButton(t, seat) {
  const { host, seats, over } = t.game.known;
  const { who, taken } = seats[seat];
  if (!host || who !== "person" || !taken || seat === t.game.seat || over) return null;
  const name = t.game.name(seat);
  /** @type {HTMLButtonElement} */
  const button = h(
    "button",
    {
      type: "button",
      class: "button small",
      "data-action": "remove",
      "data-key": `remove:${seat}`,
      "aria-label": `Remove ${name}`,
      onclick: async () => {
        if (asked !== name) {
          asked = name;
          button.textContent = SURE;
          return;
        }
        asked = null;
        const answer = await t.connection.ask({ do: "remove", seat });
        if (answer.kind === "error") bubble(answer.reason, button);
      },
    },
    asked === name ? SURE : "Remove",
  );
  return button;
}

/** The dialog with the players, the spectators and the table's settings. */
export class PeopleDialog {
  #t;
  /** @type {HTMLDialogElement | null} */
  #dialog = null;
  #drawn = ""; // HTML of the dialog's content

  /** @param {Table} table */
  constructor(table) {
    this.#t = table;
  }

  open() {
    if (this.#dialog) return;
    this.#dialog = makeDialog("Players", "people", h("div", { class: "people-body" }));
    this.#dialog.addEventListener("close", () => {
      this.#dialog = null;
      this.#drawn = "";
      asked = null;
    });
    document.body.append(this.#dialog);
    this.draw();
    this.#dialog.showModal();
  }

  /** Redraw the dialog if it is open and something has changed. */
  draw() {
    const body = this.#dialog?.querySelector(".people-body");
    if (!body) return;
    const content = this.#content();
    if (content.outerHTML === this.#drawn) return;
    this.#drawn = content.outerHTML;
    const focusedKey = focused()?.dataset.key;
    body.replaceChildren(content);
    const again = focusedKey && body.querySelector(`[data-key="${CSS.escape(focusedKey)}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  #content() {
    const { names, spectators, started, over, code } = this.#t.game.known;
    return h(
      "div",
      null,
      h(
        "ol",
        { class: "people-list" },
        names.map((name, seat) =>
          h(
            "li",
            null,
            h("span", null, h("b", { class: "name" }, name), h("small", null, presence(this.#t, seat))),
            removeButton(this.#t, seat),
          ),
        ),
      ),
      h("p", null, spectators.length ? `Watching: ${spectators.join(", ")}.` : "Nobody is watching."),
      conditions(this.#t),
      started ? null : invitation(this.#t),
      started && !over && code ? h("p", { class: "note" }, `Table code: ${code}`) : null,
    );
  }
}
