// Who is at the table: what each player is doing, people who watch, and the dialog with both and the conditions.

/** @import { Table } from "../parts.js" */
import { focused, h } from "../../../components/dom.js";
import { makeDialog } from "../../../shell/dialog.js";
import { bubble } from "../view/bubbles.js";
import { conditions } from "./conditions.js";
import { invitation } from "./invitation.js";

const SURE = "Really remove?";
/** Whom the host is asked about. @type {string | null} */
let asked = null;

/** Who watches, in one line; empty if nobody does. @param {Table} t */
export function watchers(t) {
  const { spectators, open } = t.game.known;
  return spectators.length && !open ? `Watching: ${spectators.join(", ")}` : "";
}

/** What a player is doing. @param {Table} t @param {number} seat */
export function presence(t, seat) {
  const { seats } = t.game.known;
  const { who, here, taken, stand_in: standIn, resigned } = seats[seat];
  if (!taken) return "free";
  if (who !== "person") return `${who} bot`;
  if (resigned) return "resigned; a bot plays";
  if (standIn) return "a bot plays";
  if (seat === t.game.seat) return "you";
  return here ? "here" : "away";
}

/**
 * The button with which the host removes a person; null where there is nobody to remove.
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

/** The players, the people who watch, and the conditions. */
export class PeopleDialog {
  #t;
  /** @type {HTMLDialogElement | null} */
  #dialog = null;
  #drawn = ""; // what the dialog shows

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

  /** Draw the dialog again, if it is open and something has changed. */
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
      started && !over && code ? h("p", { class: "note" }, `Code of the table: ${code}`) : null,
    );
  }
}
