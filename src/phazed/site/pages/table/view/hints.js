// Hints in four steps: what to look at, what to play, why, and the chances of the best plays.

/** @import { HintOption, HintReply } from "../../../answers.js" */
/** @import { Card } from "../../../components/types.js" */
/** @import { Table } from "../parts.js" */
import { JOKER } from "../../../components/cards.js";
import { byId, h, query } from "../../../components/dom.js";
import { groupTitle } from "../../../components/narration.js";
import { DRAW, LAY_OFF, LAY_PHASE, laidIn, SKIP, TAKE } from "../../../components/plays.js";
import { announce, bubble } from "./bubbles.js";
import { possessive, withCards } from "./text.js";
import { actionButton } from "./view.js";

const MORE = ["Which play?", "Why?", "Compare plays"];

/** @param {number} share */
const percent = (share) => `${Math.round(100 * share)} %`;
/** @param {number} share */
const exact = (share) => (100 * share).toFixed(1);

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

  /** The hint being shown, if any. */
  get #shown() {
    return this.#box ? this.#hint : null;
  }
  /** The cards in the hand to mark: first the cards concerned, then the cards to play. @returns {Card[]} */
  get cards() {
    if (!this.#shown) return [];
    const [kind, content] = this.#shown.play;
    if (this.#step === 0 || kind === DRAW || kind === TAKE) return this.#shown.cards;
    if (kind === LAY_PHASE) return laidIn(content, 0).groups.flat();
    if (kind === LAY_OFF) return [content[0]];
    return kind === SKIP ? [JOKER] : [content];
  }
  /** The group to mark, as its owner and number. */
  get group() {
    const [kind, content] = this.#shown?.play ?? [null];
    return this.#step > 0 && kind === LAY_OFF ? { owner: content[1][0], number: content[1][1] } : null;
  }
  /** The pile to mark: first the discard pile, even if the best play is to draw. */
  get pile() {
    const [kind] = this.#shown?.play ?? [null];
    if (kind !== DRAW && kind !== TAKE) return null;
    const hasChoice = (this.#shown?.options.length ?? 0) > 1;
    return kind === DRAW && (this.#step > 0 || !hasChoice) ? "deck" : "discard";
  }

  get #currentPosition() {
    const { game } = this.#t;
    return `${game.hand?.number}/${game.shown}`;
  }

  /** Request a hint, or show its next step. */
  async press() {
    const { game, connection } = this.#t;
    const button = actionButton("hint");
    const position = this.#currentPosition;
    if (this.#asking) return;
    if (this.#hint && this.#position === position) {
      if (this.#box) this.#step = Math.min(this.#step + 1, MORE.length);
      this.#show(this.#hint);
      return;
    }
    if (!game.mine || !game.hand) {
      bubble("Hints are available only in your own turn.", button);
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
  #show(hint) {
    const hadFocus = this.#box?.contains(document.activeElement);
    this.#box?.remove();
    const compares = this.#step === MORE.length;
    const lines = compares ? [hint.legend] : hint.hints.slice(0, this.#step + 1).map((line) => this.#inWords(line));
    /** @param {string} name @param {string} label @param {() => void} act */
    const button = (name, label, act) =>
      h("button", { type: "button", class: `button small ${name}`, onclick: act }, label);
    this.#box = h(
      "div",
      { class: `bubble hint${compares ? " compares" : ""}`, role: "region", "aria-label": "Hint" },
      compares && this.#chances(hint),
      lines.map((line) => h("p", null, withCards(line))),
      h(
        "div",
        { class: "bubble-buttons" },
        h("span", { class: "steps" }, `${this.#step + 1} of ${MORE.length + 1}`),
        !compares && button("", MORE[this.#step], () => this.press()),
        button("quiet", "Close", () => this.close(true)),
      ),
    );
    byId("bubbles").append(this.#box);
    if (hadFocus) query(this.#box, "button").focus();
    announce(...withCards(lines[lines.length - 1]));
    this.#t.view.draw();
  }

  /** The best plays and their chances. @param {HintReply} hint */
  #chances({ options, due }) {
    /** @param {string} text */
    const column = (text) => h("th", { scope: "col" }, text);
    const hasPhase = due.length > 0;
    /** @param {HintOption} option */
    const row = ({ words, win: [win, low, high], phase, out, points }) =>
      h(
        "tr",
        null,
        h("th", { scope: "row" }, withCards(this.#inWords(shortened(words)))),
        h("td", null, `${exact(win)} %`, h("small", null, `${exact(low)} to ${exact(high)}`)),
        hasPhase && h("td", null, percent(phase[0])),
        h("td", null, percent(out[0])),
        h("td", null, points.toFixed(2)),
      );
    return h(
      "table",
      { class: "chances" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          column("Play"),
          column("Win, 95 % interval"),
          hasPhase && column("Phase"),
          column("Out"),
          column("Points"),
        ),
      ),
      h("tbody", null, options.map(row)),
    );
  }

  /** Replace the notation of plays ("to 3.0 at 7", "Skip 2") with words. @param {string} line */
  #inWords(line) {
    const { game } = this.#t;
    return line
      .replace(/ to (\d)\.(\d) at (\d+)/, (_, owner, group, index) => {
        const isRun = game.places(Number(owner), Number(group)).length > 1;
        const end = isRun ? (Number(index) ? " the end of" : " the beginning of") : "";
        const title = groupTitle(game.known, game.current.table[owner].phase ?? 1, Number(group));
        return ` to${end} ${possessive(game, Number(owner))} ${title}`;
      })
      .replace(/\b(skip) (\d)/gi, (_, verb, seat) => `${verb} ${game.name(Number(seat))}`);
  }

  /** Close the bubble; return whether there was one. @param {boolean} [draw] */
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

  /** Discard the hint after a play. */
  forget() {
    this.#hint = null;
    return this.close();
  }
}

/** A play without the cards of a phase. @param {string} words */
const shortened = (words) => (words.startsWith("phase") ? `lay ${words.split(":")[0]}` : words);
