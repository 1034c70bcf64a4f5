// Hints in three steps: which card matters, which play it is, and why.

/** @import { Card } from "/viewer/types.js" */
/** @import { HintReply } from "../messages.js" */
/** @import { Table } from "../parts.js" */
import { JOKER } from "/viewer/cards.js";
import { byId, h, query } from "/viewer/dom.js";
import { groupTitle } from "/viewer/narration.js";
import { announce, bubble } from "./bubbles.js";
import { codesIn, possessive, withCards } from "./text.js";
import { actionButton } from "./view.js";

const MORE = ["Which play?", "Why?"];

/** The hints for one position. */
export class Hints {
  #t;
  /** @type {HintReply | null} */
  #hint = null;
  #step = 0;
  /** The position of the hint. */
  #position = "";
  #asking = false;
  /** @type {HTMLElement | null} */
  #box = null;

  /** @param {Table} table */
  constructor(table) {
    this.#t = table;
  }

  /** The hint that is shown. */
  get #shown() {
    return this.#box ? this.#hint : null;
  }
  /** The cards of the hand to be marked: first those that matter, then those to be played. @returns {Card[]} */
  get cards() {
    if (!this.#shown) return [];
    const { cards, play } = this.#shown;
    const [verb, card] = play.split(" ");
    if (verb === "take") return cards.filter((each, at) => each !== card || at !== cards.indexOf(card));
    if (this.#step === 0 || verb === "draw") return cards;
    return verb === "skip" ? [JOKER] : codesIn(play);
  }
  /** The group to be marked, as its owner and number. */
  get group() {
    const found = this.#step > 0 ? this.#shown?.play.match(/^add .. to (\d)\.(\d)/) : null;
    return found ? { owner: Number(found[1]), number: Number(found[2]) } : null;
  }
  /** The pile to be marked. */
  get pile() {
    if (!this.#shown) return null;
    if (this.#shown.play === "draw") return this.#step > 0 ? "deck" : null;
    return this.#shown.play.startsWith("take") ? "discard" : null;
  }

  get #currentPosition() {
    const { game } = this.#t;
    return `${game.hand?.number}/${game.shown}`;
  }

  /** Ask for a hint, or show its next step. */
  async press() {
    const { game, connection } = this.#t;
    const button = actionButton("hint");
    const position = this.#currentPosition;
    if (this.#asking) return;
    if (this.#hint && this.#position === position) {
      if (this.#box) this.#step = Math.min(this.#step + 1, this.#hint.hints.length - 1);
      this.#show(this.#hint);
      return;
    }
    if (!game.mine || !game.hand) {
      bubble("Hints are for your own turn.", button);
      return;
    }
    this.#asking = true;
    button.classList.add("waiting");
    const answer = await connection.ask({ do: "hint", hand: game.hand.number, at: game.shown });
    this.#asking = false;
    button.classList.remove("waiting");
    if (answer.kind === "error" && !answer.lost) bubble(answer.reason, button);
    if (answer.kind !== "hint" || position !== this.#currentPosition) return;
    this.#hint = answer;
    this.#position = position;
    this.#step = 0;
    this.#show(answer);
  }

  /** @param {HintReply} hint */
  #show({ hints }) {
    const hadFocus = this.#box?.contains(document.activeElement);
    this.#box?.remove();
    const last = hints.length - 1;
    const lines = hints.slice(0, this.#step + 1).map((line) => this.#inWords(line));
    /** @param {string} name @param {string} label @param {() => void} act */
    const button = (name, label, act) =>
      h("button", { type: "button", class: `button small ${name}`, onclick: act }, label);
    this.#box = h(
      "div",
      { class: "bubble hint", role: "group", "aria-label": "Hint" },
      lines.map((line) => h("p", null, withCards(line))),
      h(
        "div",
        { class: "bubble-buttons" },
        h("span", { class: "steps" }, `${this.#step + 1} of ${last + 1}`),
        this.#step < last && button("", MORE[this.#step] ?? "More", () => this.press()),
        button("quiet", "Close", () => this.close(true)),
      ),
    );
    byId("bubbles").append(this.#box);
    if (hadFocus) query(this.#box, "button").focus();
    announce(...withCards(lines[lines.length - 1]));
    this.#t.view.draw();
  }

  /** Replace the notation of plays ("to 3.0 at 7", "Skip 2") by words. @param {string} line */
  #inWords(line) {
    const { game } = this.#t;
    return line
      .replace(/ to (\d)\.(\d) at (\d+)/, (_, owner, group, index) => {
        const isRun = game.places(Number(owner), Number(group)).length > 1;
        const end = isRun ? (Number(index) ? " the end of" : " the beginning of") : "";
        const title = groupTitle(game.known, game.current.table[owner].phase ?? 1, Number(group));
        return ` to${end} ${possessive(game, Number(owner))} ${title}`;
      })
      .replace(/^Skip (\d)/, (_, seat) => `Skip ${game.name(Number(seat))}`);
  }

  /** Close the bubble; whether there was one. @param {boolean} [draw] */
  close(draw = false) {
    if (!this.#box) return false;
    const inside = this.#box.contains(document.activeElement);
    this.#box.remove();
    this.#box = null;
    announce();
    if (inside) actionButton("hint").focus();
    if (draw) this.#t.view.draw();
    return true;
  }

  /** A play was made, so the hint is out of date. */
  forget() {
    this.#hint = null;
    return this.close();
  }
}
