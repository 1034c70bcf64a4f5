// Hints in three steps: which card matters, which play it is, and why.

import { h } from "/viewer/dom.js";
import { tell } from "./bubbles.js";
import { groupName } from "./game.js";
import { codesIn, withCards } from "./words.js";

const MORE = ["Which play?", "Why?"];

/** The hints for one moment of the game. `t` is the table. */
export class Hints {
  #t;
  #given = null; // the server's answer
  #step = 0;
  #moment = null;
  #asking = false;
  #box = null;

  constructor(t) {
    this.#t = t;
  }

  /** The cards of the hand to be marked: first those that matter, then those that are to be played. */
  get cards() {
    if (!this.#box) return [];
    const { cards, play } = this.#given;
    const [verb, card] = play.split(" ");
    if (verb === "take") return cards.filter((each, at) => each !== card || at !== cards.indexOf(card));
    if (this.#step === 0 || verb === "draw") return cards;
    return verb === "skip" ? ["ZZ"] : codesIn(play);
  }
  /** The group to be marked, as its owner and number; null if none is. */
  get group() {
    const found = this.#box && this.#step > 0 && this.#given.play.match(/^add .. to (\d)\.(\d)/);
    return found ? [Number(found[1]), Number(found[2])] : null;
  }
  /** The pile to be marked. */
  get pile() {
    if (!this.#box) return null;
    if (this.#given.play === "draw") return this.#step > 0 ? "deck" : null;
    return this.#given.play.startsWith("take") ? "discard" : null;
  }
  get shown() {
    return this.#box !== null;
  }

  async press() {
    const { game, live } = this.#t;
    const moment = `${game.hand?.number}/${game.shown}`;
    if (this.#asking) return;
    if (this.#given && this.#moment === moment) {
      if (this.#box) this.#step = Math.min(this.#step + 1, this.#given.hints.length - 1);
      this.#show();
      return;
    }
    if (!game.mine) {
      this.#t.say("Hints are for your own turn.", this.#t.button("hint"));
      return;
    }
    this.#asking = true;
    this.#t.button("hint").classList.add("waiting");
    const answer = await live.ask({ do: "hint", hand: game.hand.number, at: game.shown });
    this.#asking = false;
    this.#t.button("hint").classList.remove("waiting");
    if (answer.kind !== "hint") {
      if (!answer.lost) this.#t.say(answer.reason, this.#t.button("hint"));
      return;
    }
    if (moment !== `${game.hand?.number}/${game.shown}`) return;
    this.#given = answer;
    this.#moment = moment;
    this.#step = 0;
    this.#show();
  }

  #show() {
    const focused = this.#box?.contains(document.activeElement);
    this.#box?.remove();
    const last = this.#given.hints.length - 1;
    const lines = this.#given.hints.slice(0, this.#step + 1);
    const button = (name, label, act) =>
      h("button", { type: "button", class: `button small ${name}`, onclick: act }, label);
    this.#box = h(
      "div",
      { class: "bubble hint", role: "group", "aria-label": "Hint" },
      lines.map((line) => h("p", null, withCards(this.#named(line)))),
      h(
        "div",
        { class: "bubble-buttons" },
        h("span", { class: "steps" }, `${this.#step + 1} of ${last + 1}`),
        this.#step < last && button("", MORE[this.#step] ?? "More", () => this.press()),
        button("quiet", "Close", () => this.close(true)),
      ),
    );
    document.getElementById("bubbles").append(this.#box);
    if (focused) this.#box.querySelector("button").focus();
    tell(...withCards(this.#named(lines.at(-1))));
    this.#t.render();
  }

  /** The play's notation ("to 3.0 at 7") in words for people. */
  #named(line) {
    const { game } = this.#t;
    return line
      .replace(/ to (\d)\.(\d) at (\d+)/, (_, owner, group, index) => {
        const places = game.places(Number(owner), Number(group));
        const end = places.length > 1 ? (Number(index) ? " the end of" : " the beginning of") : "";
        const whose = Number(owner) === game.seat ? "your" : `${game.name(Number(owner))}'s`;
        return ` to${end} ${whose} ${groupName(game.table, game.state.table[owner].phase, Number(group))}`;
      })
      .replace(/^Skip (\d)/, (_, seat) => `Skip ${game.name(Number(seat))}`);
  }

  /** Close the bubble; true if there was one. */
  close(render = false) {
    const had = this.#box !== null;
    const inside = this.#box?.contains(document.activeElement);
    this.#box?.remove();
    this.#box = null;
    if (had) tell();
    if (inside) this.#t.button("hint").focus();
    if (had && render) this.#t.render();
    return had;
  }

  /** Something was played: what was said holds no longer. */
  forget() {
    this.#given = null;
    this.#moment = null;
    return this.close();
  }
}
