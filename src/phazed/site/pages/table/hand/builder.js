// The phase builder, in which the groups of the phase due are filled manually or with a way found in the hand.
//
// The builder does not cover the hand. Clicking a card in the hand moves it to the group that is being filled; a
// dragged card goes where it is dropped. The groups keep their cards when the builder is closed.

/** @import { CheckReply } from "../../../answers.js" */
/** @import { Card } from "../../../components/types.js" */
/** @import { Table } from "../parts.js" */
import { cardName, unlabelledFace } from "../../../components/cards.js";
import { capital, closest, focused, h, query, queryAll, spoken } from "../../../components/dom.js";
import { plural } from "../../../components/numbers.js";
import { groupTitle, isAccumulation, totalOf } from "../../../components/narration.js";
import { LAY_PHASE } from "../../../components/plays.js";
import { announce, bubble } from "../view/bubbles.js";
import { withCards } from "../view/text.js";
import { actionButton } from "../view/view.js";
import { PhaseGroups } from "./phase-groups.js";

export class Builder {
  #t;
  #root;
  #groups;
  /** The server's latest check. @type {CheckReply | null} */
  #check = null;
  #checks = 0;
  /** The card that was just moved, and its new group. @type {{ card: Card, group: number | null } | null} */
  #moved = null;
  /** The last verdict announced. */
  #announced = "";
  /** @type {HTMLElement | null} */
  #opener = null;

  /** @param {Table} table @param {HTMLElement} root */
  constructor(table, root) {
    this.#t = table;
    this.#root = root;
    this.#groups = new PhaseGroups(
      () => table.hand.held,
      () => table.game.known.phases,
    );
    root.addEventListener("keydown", (event) => this.#onKey(event));
  }

  get isOpen() {
    return !this.#root.hidden;
  }
  /** The cards in the groups, as buttons. */
  get cardButtons() {
    return queryAll(this.#root, ".built");
  }

  /** The group of the card with this number, or null. @param {number} id */
  placeOf(id) {
    return this.isOpen ? this.#groups.groupOf(id) : null;
  }

  get #phase() {
    return this.#groups.phase ?? 1;
  }

  /** The complete ways to lay the phase that the server has found. */
  get #ways() {
    return this.#t.game.ways.flatMap(({ phase, groups }) => (phase === this.#phase ? [groups] : []));
  }

  // ------------------------------------------------------------------------------------------ opening and closing

  open() {
    const { game, hints, hand } = this.#t;
    if (game.watching || !game.state || game.ended) return;
    if (game.laid !== null) {
      bubble(`You have laid phase ${game.laid}: you can lay only one phase in a hand.`, actionButton("phase"), "3.3");
      return;
    }
    if (!game.due.length) {
      bubble("You have laid all phases.", actionButton("phase"));
      return;
    }
    this.#opener = focused();
    hints.close();
    hand.select(null);
    const { ready } = game;
    const { isEmpty, phase } = this.#groups;
    if (phase === null || !game.due.includes(phase) || (isEmpty && ready)) this.#choose(ready ?? game.due[0]);
    this.#setOpen(true);
    if (isEmpty && this.#ways.length) this.#groups.fill(this.#ways[0]);
    this.changed();
    query(this.#root, this.#ways.length ? ".lay" : "h2").focus();
  }

  /** Close the builder; return whether it was open. */
  close() {
    if (!this.isOpen) return false;
    const inside = this.#root.contains(document.activeElement);
    this.#setOpen(false);
    this.#t.view.draw();
    if (inside) (this.#opener?.isConnected ? this.#opener : actionButton("phase")).focus();
    return true;
  }

  toggleOpen() {
    if (!this.close()) this.open();
  }

  /** Empty and close the builder, for a new hand or after the phase has been laid. */
  reset() {
    this.#groups.reset(null);
    this.#check = null;
    this.#setOpen(false);
  }

  /** @param {boolean} open */
  #setOpen(open) {
    this.#root.hidden = !open;
    this.#t.hand.row.several = open;
    this.#announced = "";
    announce();
  }

  /** @param {number} phase */
  #choose(phase) {
    this.#groups.reset(phase);
    this.#check = null;
  }

  // ------------------------------------------------------------------------------------------ filling the groups

  /** Remove cards from the groups that are no longer held. */
  tidy() {
    this.#groups.tidy();
  }

  /**
   * Put a card into a group, before the card at `index`; if the group is null, take it out.
   * @param {number} id
   * @param {number | null} group
   * @param {number | null} [index]
   */
  put(id, group, index = null) {
    const card = this.#t.hand.held.find(id)?.card;
    if (!card) return;
    this.#groups.put(id, card, group, index);
    this.#moved = { card, group };
    this.changed();
  }

  /** Put a clicked card into the current group, or take it out. @param {number} id */
  toggle(id) {
    const groups = this.#groups;
    if (this.placeOf(id) !== null) {
      this.put(id, null);
      return;
    }
    if (this.#isComplete(groups.current)) {
      const numbers = Array.from({ length: groups.count }, (_, at) => at);
      groups.current = numbers.find((at) => !this.#isComplete(at)) ?? groups.current;
    }
    this.put(id, groups.current);
  }

  /** Whether the server has found the group complete. @param {number} at */
  #isComplete(at) {
    return this.#check !== null && this.#groups.ids(at).length > 0 && this.#check.flaws[at] === null;
  }

  /** Redraw the cards after a change, and have the server check them. */
  changed() {
    if (!this.isOpen) return;
    this.#draw();
    this.#t.view.draw();
    this.#ask();
  }

  async #ask() {
    this.#checks += 1;
    const number = this.#checks;
    const groups = this.#groups.all.map((cards) => cards.join(" "));
    const answer = await this.#t.connection.ask({ do: "check", phase: this.#phase, groups });
    if (number !== this.#checks || !this.isOpen) return;
    this.#check = answer.kind === "check" ? answer : null;
    this.#draw();
    this.#announce();
  }

  /** Announce where the moved card went, and the verdict if it has changed. */
  #announce() {
    const verdict = this.#verdict;
    const news = this.#moved ? this.#newsOf(this.#moved.card, this.#moved.group) : "";
    if (news || verdict !== this.#announced) announce(...withCards(news), ...withCards(verdict));
    this.#moved = null;
    this.#announced = verdict;
  }

  /** @param {Card} card @param {number | null} group */
  #newsOf(card, group) {
    if (group === null) return `${capital(cardName(card))} taken out. `;
    const place = `${capital(cardName(card))} put into the ${this.#title(group)}`;
    if (!this.#check) return `${place}. `;
    // The cards at the end of a flaw are left out. A flaw that begins with cards is a separate sentence.
    const flaw = this.#check.flaws[group]?.replace(/:[^:]*$/, "") ?? "is complete";
    return /^[a-z]/.test(flaw) ? `${place}, which ${flaw}. ` : `${place}: ${flaw}. `;
  }

  /** @param {number} group */
  #title(group) {
    return groupTitle(this.#t.game.known, this.#phase, group);
  }

  /** Send the phase. @param {HTMLElement} place */
  async #lay(place) {
    if (!this.#groups.isFilled) {
      bubble("Fill every group with cards first.", place);
      return;
    }
    const groups = this.#groups.all;
    const content = this.#t.game.known.declares ? [this.#phase, groups] : groups;
    await this.#t.plays.play([LAY_PHASE, content], place);
  }

  // ------------------------------------------------------------------------------------------ drawing

  /** A sentence that tells the player what to do next; cards are written as codes. */
  get #verdict() {
    const { game } = this.#t;
    if (this.#groups.isEmpty) return "Click cards in your hand, or drag them here.";
    if (!this.#check) return "";
    if (this.#check.flaw === null) return "Complete: you can lay it.";
    if (!this.#check.flaws.every((_, at) => this.#isComplete(at))) return "";
    if (!game.mine) return "Complete: you can lay it when it is your turn.";
    if (game.turn?.stage === "before") return "Complete: pick up a card first.";
    return this.#check.flaw;
  }

  #draw() {
    const { game } = this.#t;
    const focusedKey = this.#root.contains(document.activeElement) ? focused()?.dataset.key : null;
    const numbers = Array.from({ length: this.#groups.count }, (_, at) => at);
    const { name } = game.known.phases[this.#phase - 1];
    const close = { "aria-label": "Close the builder", "data-key": "close", onclick: () => this.close() };
    const lay = {
      class: "button primary lay",
      "data-action": "lay",
      "data-key": "lay",
      "aria-disabled": String(this.#check?.flaw !== null),
      onclick: (/** @type {any} */ event) => this.#lay(event.currentTarget),
    };
    const clear = {
      "data-key": "clear",
      onclick: () => {
        this.#groups.clear();
        this.changed();
      },
    };
    this.#root.replaceChildren(
      h(
        "header",
        { class: "builder-head" },
        h("h2", { id: "builder-title", tabindex: "-1", "data-key": "title" }, `Phase ${this.#phase}: ${name}`),
        h("button", { type: "button", class: "close", ...close }, "✕"),
      ),
      this.#drawChoice() ?? "",
      h(
        "div",
        { class: "slots" },
        numbers.map((at) => this.#drawGroup(at)),
      ),
      this.#drawWays() ?? "",
      h(
        "footer",
        { class: "builder-foot" },
        h("p", { class: "verdict" }, withCards(this.#verdict)),
        h("button", { type: "button", class: "button", ...clear }, "Clear"),
        h("button", { type: "button", ...lay }, `Lay phase ${this.#phase}`),
      ),
    );
    if (focusedKey) this.#refocus(focusedKey);
  }

  /** @param {string} key */
  #refocus(key) {
    const candidates = [`[data-key="${CSS.escape(key)}"]`, ".built, .group-pick, .lay", "h2"];
    candidates.flatMap((selector) => queryAll(this.#root, selector))[0]?.focus();
  }

  /** The choice of the phase to lay, for the bonus game. */
  #drawChoice() {
    const { game } = this.#t;
    if (game.due.length < 2) return null;
    const ready = new Set(game.ways.map(({ phase }) => phase));
    const button = (/** @type {number} */ phase) => {
      const { name } = game.known.phases[phase - 1];
      const choose = () => {
        this.#choose(phase);
        if (this.#ways.length) this.#groups.fill(this.#ways[0]);
        this.changed();
      };
      return h(
        "button",
        {
          type: "button",
          class: `button small${phase === this.#phase ? " chosen" : ""}`,
          "aria-pressed": String(phase === this.#phase),
          "data-key": `phase:${phase}`,
          title: name,
          "aria-label": `Phase ${phase}, ${name}${ready.has(phase) ? ", can be laid" : ""}`,
          onclick: choose,
        },
        `${phase}${ready.has(phase) ? " ✓" : ""}`,
      );
    };
    const props = { class: "phase-choice", role: "group", "aria-label": "Which phase" };
    return h("div", props, "Phase", game.due.map(button));
  }

  /** @param {number} at */
  #drawGroup(at) {
    const groups = this.#groups;
    const cards = groups.cards(at);
    const name = capital(this.#title(at));
    const flaw = this.#check?.flaws[at];
    const done = this.#isComplete(at);
    const isNext = at === groups.current;
    const [goal] = this.#t.game.known.stages;
    const isCurrent = isNext && groups.count > 1;
    const pick = () => {
      groups.current = at;
      this.#draw();
    };
    return h(
      "section",
      {
        class: `slot-group${isCurrent ? " current" : ""}${done ? " complete" : ""}`,
        "data-drop": `build ${at}`,
        "data-slot": String(at),
        "aria-label": `${name}, ${plural(cards.length, "card")}`,
      },
      h(
        "button",
        {
          type: "button",
          class: "group-pick",
          "data-key": `group:${at}`,
          "aria-pressed": String(isCurrent),
          onclick: pick,
        },
        name,
        isAccumulation(groups.kind(at)) &&
          h("b", { class: `sum${totalOf(cards) > goal ? " over" : ""}` }, ` ${totalOf(cards)} of ${goal}`),
      ),
      h(
        "div",
        { class: "building" },
        groups.ids(at).map((id, index) => this.#drawCard(id, cards[index], index, cards.length)),
        !cards.length && h("span", { class: "hole", "aria-hidden": "true" }, isNext ? "cards go here" : ""),
      ),
      h("p", { class: "flaw" }, done ? "✓ complete" : !cards.length ? "empty" : flaw ? withCards(flaw) : ""),
    );
  }

  /** @param {number} id @param {Card} card @param {number} index @param {number} count */
  #drawCard(id, card, index, count) {
    return h(
      "button",
      {
        type: "button",
        class: "built",
        "data-built": String(id),
        "data-card": card,
        "data-index": String(index),
        "data-key": `built:${id}`,
        "aria-label": `${cardName(card)}, ${index + 1} of ${count}: take out`,
        onclick: () => this.put(id, null),
      },
      unlabelledFace(card),
    );
  }

  /** Buttons for the complete ways found in the hand; each fills the groups. */
  #drawWays() {
    const ways = this.#ways;
    const isBuilt = (/** @type {Card[][]} */ way) => JSON.stringify(way) === JSON.stringify(this.#groups.all);
    if (!ways.length || (ways.length === 1 && isBuilt(ways[0]))) return null;
    const button = (/** @type {Card[][]} */ way, /** @type {number} */ at) =>
      h(
        "button",
        {
          type: "button",
          class: "way",
          "data-key": `way:${at}`,
          "data-way": String(at),
          onclick: () => {
            this.#groups.fill(way);
            this.changed();
          },
        },
        way.flatMap((group, place) => [
          spoken(place ? "; and " : "Use "),
          h("span", { class: "way-group" }, withCards(group.join(" "))),
        ]),
      );
    return h(
      "div",
      { class: "ways", role: "group", "aria-label": "Complete ways found in your hand" },
      h("span", { class: "ways-title" }, "Found in your hand"),
      h("div", { class: "ways-list" }, ways.map(button)),
    );
  }

  // ------------------------------------------------------------------------------------------ keys

  /** Arrow keys go from card to card; with Shift or Alt, they move the card. @param {KeyboardEvent} event */
  #onKey(event) {
    const built = closest(event.target, ".built");
    if (!built || !["ArrowLeft", "ArrowRight"].includes(event.key) || event.ctrlKey || event.metaKey) return;
    const by = event.key === "ArrowLeft" ? -1 : 1;
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey || event.altKey) {
      if (this.#groups.move(Number(built.dataset.built), by)) this.changed();
      return;
    }
    const all = this.cardButtons;
    all[(all.indexOf(built) + by + all.length) % all.length].focus();
  }
}
