// Ready-made reactions: the button that offers them, and the reactions shown at other seats.

/** @import { ReactionMessage } from "../../../answers.js" */
/** @import { Table } from "../parts.js" */
import { byId, closest, h, query } from "../../../components/dom.js";
import { announce, bubble } from "../view/bubbles.js";
import { subject } from "../view/text.js";

const SHOWN_TIME = 4000;

/** The texts of the reactions known to the server. @type {Record<string, string>} */
const WORDS = {
  "well-played": "Well played!",
  thanks: "Thanks!",
  oops: "Oops!",
  hurry: "Hurry up!",
  luck: "Good luck!",
};

export class Reactions {
  #t;
  #button = query(byId("table"), '[data-action="react"]');
  #list = byId("reactions");
  /** The reaction shown at each seat. @type {Map<number, string>} */
  #shown = new Map();

  /** @param {Table} table */
  constructor(table) {
    this.#t = table;
    this.#list.append(
      ...Object.entries(WORDS).map(([reaction, words]) =>
        h("li", null, h("button", { type: "button", onclick: () => this.#send(reaction) }, words)),
      ),
    );
    this.#button.addEventListener("click", () => this.#toggle(Boolean(this.#list.hidden)));
    document.addEventListener("pointerdown", (event) => {
      if (!closest(event.target, '#reactions, [data-action="react"]')) this.#toggle(false);
    });
  }

  /** @param {boolean} open */
  #toggle(open) {
    this.#list.hidden = !open;
    this.#button.setAttribute("aria-expanded", String(open));
    if (open) query(this.#list, "button").focus();
  }

  /** Close the list; return whether it was open. */
  close() {
    if (this.#list.hidden) return false;
    this.#toggle(false);
    this.#button.focus();
    return true;
  }

  /** Show the button to players if there are other people at the table. */
  draw() {
    const { known, watching, state } = this.#t.game;
    this.#button.hidden = !state || watching || known.seats.filter(({ who }) => who === "person").length < 2;
  }

  /** @param {string} reaction */
  async #send(reaction) {
    this.close();
    const answer = await this.#t.connection.ask({ do: "react", reaction });
    if (answer.kind === "error") bubble(answer.reason, this.#button);
  }

  /** @param {ReactionMessage} message */
  receive({ seat, reaction }) {
    const words = WORDS[reaction];
    if (!words) return;
    this.#shown.set(seat, words);
    announce(`${subject(this.#t.game, seat)}: ${words}`);
    this.#t.view.draw();
    setTimeout(() => {
      if (this.#shown.get(seat) !== words) return;
      this.#shown.delete(seat);
      this.#t.view.draw();
    }, SHOWN_TIME);
  }

  /** The reaction currently shown at the seat, or null. @param {number} seat */
  of(seat) {
    const words = this.#shown.get(seat);
    return words ? h("span", { class: "reaction", "aria-hidden": "true" }, words) : null;
  }
}
