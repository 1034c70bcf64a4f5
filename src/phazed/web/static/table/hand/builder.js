// The phase builder: the groups of the phase due, filled by hand or from what was found in the hand.
//
// It stands beside the hand and not above it: a card of the hand that is clicked goes to the group that is being
// filled, one that is dragged goes where it is dropped. What lies in the groups stays when the builder is closed.

import { cardFace, cardName, isWild, rank, split } from "/viewer/cards.js";
import { capital, h, many } from "/viewer/dom.js";
import { tell } from "../bubbles.js";
import { groupName, totalOf } from "../game.js";
import { withCards } from "../words.js";

const NATURALS = 12; // from two to king, after which a run begins anew

export class Builder {
  #t;
  #root;
  #phase = null;
  #groups = []; // the numbers of the cards in each group
  #current = 0; // the group that is being filled
  #answer = null; // the server's latest check
  #asked = 0;
  #news = null; // the card that was just moved, and to which group
  #said = ""; // the verdict that was told last
  #opener = null;

  constructor(t, root) {
    this.#t = t;
    this.#root = root;
    root.addEventListener("keydown", (event) => this.#onKey(event));
  }

  get isOpen() {
    return !this.#root.hidden;
  }
  get phase() {
    return this.#phase;
  }

  /** The group that holds the card with that number; null if none does. */
  placeOf(id) {
    const at = this.#groups.findIndex((group) => group.includes(id));
    return at < 0 || !this.isOpen ? null : at;
  }

  /** The ways to lay the phase that the server has found. */
  #ways() {
    const { turn } = this.#t.game;
    return turn?.phases?.find(({ phase }) => phase === this.#phase)?.ways ?? [];
  }

  open() {
    const { game } = this.#t;
    if (game.watching || !game.state || game.ended) return;
    if (game.laid !== null) {
      this.#t.say(`Phase ${game.laid} is laid: one phase a hand is all.`, this.#t.button("phase"), "3.3");
      return;
    }
    if (!game.due.length) {
      this.#t.say("You have laid every phase.", this.#t.button("phase"));
      return;
    }
    this.#opener = document.activeElement;
    this.#t.hints.close();
    this.#t.select(null);
    const ready = game.turn?.phases?.[0]?.phase;
    const empty = this.#groups.every((group) => !group.length);
    if (!game.due.includes(this.#phase) || (empty && ready)) this.#choose(ready ?? game.due[0]);
    this.#setOpen(true);
    if (empty && this.#ways().length) this.#fill(this.#ways()[0]);
    this.changed();
    this.#root.querySelector(this.#ways().length ? ".lay" : "h2").focus();
  }

  close() {
    if (!this.isOpen) return false;
    const inside = this.#root.contains(document.activeElement);
    this.#setOpen(false);
    this.#t.render();
    if (inside) (this.#opener?.isConnected ? this.#opener : this.#t.button("phase")).focus();
    return true;
  }

  /** A new hand begins, or the phase is laid. */
  reset() {
    this.#groups = [];
    this.#phase = null;
    this.#answer = null;
    this.#setOpen(false);
  }

  #setOpen(open) {
    this.#root.hidden = !open;
    this.#t.row.several = open;
    this.#said = "";
    tell();
  }

  #choose(phase) {
    const count = this.#t.game.table.phases[phase - 1].groups.length;
    this.#phase = phase;
    this.#groups = Array.from({ length: count }, () => []);
    this.#current = 0;
    this.#answer = null;
  }

  /** The cards that are no longer held leave the groups. */
  tidy() {
    this.#groups = this.#groups.map((group) => group.filter((id) => this.#t.held.find(id)));
  }

  // ------------------------------------------------------------------------------------------ filling the groups

  #kind(at) {
    return this.#t.game.table.phases[this.#phase - 1].groups[at];
  }
  #card(id) {
    return this.#t.held.find(id).card;
  }
  #cards(at) {
    return this.#groups[at].map((id) => this.#card(id));
  }

  #fill(way) {
    const free = [...this.#t.held.items];
    this.#groups = way.map((text) =>
      split(text).map((card) => {
        const at = free.findIndex((item) => item.card === card);
        return free.splice(at, 1)[0].id;
      }),
    );
    this.#current = 0;
  }

  /** Put the card into a group (before the one at `index`), or take it out when the group is null. */
  put(id, group, index = null) {
    const before = this.#groups.findIndex((each) => each.includes(id));
    const from = before < 0 ? -1 : this.#groups[before].indexOf(id);
    if (before >= 0) this.#groups[before].splice(from, 1);
    this.#news = { card: this.#card(id), group };
    if (group !== null) {
      let at = index ?? this.#fitting(this.#card(id), group);
      if (before === group && from < at) at -= 1;
      this.#groups[group].splice(Math.min(at, this.#groups[group].length), 0, id);
      this.#current = group;
    }
    this.changed();
  }

  /** Where a card goes in a group if nobody says where: in a run after the one that it follows, or after the lower
   * ones; else at the end. */
  #fitting(card, group) {
    const cards = this.#cards(group);
    if (this.#kind(group).noun !== "run" || isWild(card)) return cards.length;
    const last = cards.at(-1);
    if (last && !isWild(last) && rank(card) === (rank(last) + 1) % NATURALS) return cards.length;
    const above = cards.findIndex((other) => !isWild(other) && rank(other) > rank(card));
    return above < 0 ? cards.length : above;
  }

  /** A card of the hand was clicked while the builder is open. */
  toggle(id) {
    if (this.placeOf(id) !== null) return this.put(id, null);
    // A group that is complete asks for no more: go on with the next.
    if (this.#answer && this.#groups[this.#current].length && this.#answer.flaws[this.#current] === null) {
      const next = this.#groups.findIndex((group, at) => !group.length || this.#answer.flaws[at] !== null);
      if (next >= 0) this.#current = next;
    }
    return this.put(id, this.#current);
  }

  /** The cards have changed: say so, and ask the server what it thinks of them. */
  changed() {
    if (!this.isOpen) return;
    this.#draw();
    this.#t.render();
    this.#check();
  }

  async #check() {
    this.#asked += 1;
    const number = this.#asked;
    const groups = this.#groups.map((_, at) => this.#cards(at).join(" "));
    const answer = await this.#t.live.ask({ do: "check", phase: this.#phase, groups });
    if (number !== this.#asked || !this.isOpen) return;
    this.#answer = answer.kind === "check" ? answer : null;
    this.#draw();
    this.#tell();
  }

  /** Say where the card went that was just moved, what its group is then, and the verdict if it is another one. */
  #tell() {
    const verdict = this.#verdict();
    const news = this.#news ? this.#moved(this.#news) : "";
    if (news || verdict !== this.#said) tell(news, ...withCards(verdict));
    this.#news = null;
    this.#said = verdict;
  }

  #moved({ card, group }) {
    if (group === null) return `${cardName(card)} taken out. `;
    const place = `${cardName(card)} to the ${groupName(this.#t.game.table, this.#phase, group)}`;
    if (!this.#answer) return `${place}. `;
    // What is wrong with a group is told without its cards, which come last.
    const flaw = this.#answer.flaws[group]?.replace(/:[^:]*$/, "");
    return `${place}, which ${flaw ?? "is complete"}. `;
  }

  /** Send the phase. */
  async lay(place) {
    const groups = this.#groups.map((_, at) => this.#cards(at).join(" "));
    if (groups.some((group) => !group)) {
      this.#t.say("Every group needs its cards first.", place);
      return;
    }
    const what = this.#t.game.table.declares === false ? "phase" : `phase ${this.#phase}`;
    await this.#t.play(`${what}: ${groups.join(" / ")}`, place);
  }

  /** Where the cards lie in the builder, for their flight to the table. */
  rectOf(card, used) {
    const found = [...this.#root.querySelectorAll(".built")].find(
      (each) => each.dataset.card === card && !used.has(each),
    );
    if (found) used.add(found);
    return found?.firstElementChild ?? null;
  }

  // ------------------------------------------------------------------------------------------ drawing

  #draw() {
    const { game } = this.#t;
    const focused = this.#root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const ready = this.#answer && this.#answer.flaw === null;
    const lay = h(
      "button",
      {
        type: "button",
        class: "button primary lay",
        "data-action": "lay",
        "data-key": "lay",
        "aria-disabled": String(!ready),
        onclick: (event) => this.lay(event.currentTarget),
      },
      `Lay phase ${this.#phase}`,
    );
    const { name } = game.table.phases[this.#phase - 1];
    const leave = { "aria-label": "Close the builder", "data-key": "close", onclick: () => this.close() };
    const close = h("button", { type: "button", class: "close", ...leave }, "✕");
    this.#root.replaceChildren(
      h(
        "header",
        { class: "builder-head" },
        h("h2", { id: "builder-title", tabindex: "-1", "data-key": "title" }, `Phase ${this.#phase}: ${name}`),
        close,
      ),
      this.#drawChoice() ?? "",
      h("div", { class: "slots" }, this.#groups.map((_, at) => this.#drawGroup(at))),
      this.#drawWays() ?? "",
      h(
        "footer",
        { class: "builder-foot" },
        h("p", { class: "verdict" }, withCards(this.#verdict())),
        h("button", { type: "button", class: "button", "data-key": "clear", onclick: () => this.#clear() }, "Clear"),
        lay,
      ),
    );
    if (focused) this.#refocus(focused);
  }

  #refocus(key) {
    const same = this.#root.querySelector(`[data-key="${CSS.escape(key)}"]`);
    (same ?? this.#root.querySelector(".built, .group-pick, .lay") ?? this.#root.querySelector("h2")).focus();
  }

  #clear() {
    this.#groups = this.#groups.map(() => []);
    this.#current = 0;
    this.changed();
  }

  /** What is to be done next, in one sentence, with cards written as their codes. */
  #verdict() {
    const { game } = this.#t;
    if (!this.#groups.some((group) => group.length)) return "Click cards of your hand, or drag them here.";
    if (!this.#answer) return "";
    if (this.#answer.flaw === null) return "Complete: it can be laid.";
    const complete = this.#groups.every((group, at) => group.length && this.#answer.flaws[at] === null);
    if (!complete) return "";
    if (!game.mine) return "Complete: it can be laid when it is your turn.";
    if (game.turn.stage === "before") return "Complete: pick up a card first.";
    return this.#answer.flaw;
  }

  /** In the bonus game, which of the phases due it shall be. */
  #drawChoice() {
    const { game } = this.#t;
    if (game.due.length < 2) return null;
    const ready = new Set(game.turn?.phases?.map(({ phase }) => phase));
    const name = (phase) => game.table.phases[phase - 1].name;
    return h(
      "div",
      { class: "phase-choice", role: "group", "aria-label": "Which phase" },
      "Phase",
      game.due.map((phase) =>
        h(
          "button",
          {
            type: "button",
            class: `button small${phase === this.#phase ? " chosen" : ""}`,
            "aria-pressed": String(phase === this.#phase),
            "data-key": `phase:${phase}`,
            title: name(phase),
            "aria-label": `Phase ${phase}, ${name(phase)}${ready.has(phase) ? ", can be laid" : ""}`,
            onclick: () => {
              this.#choose(phase);
              if (this.#ways().length) this.#fill(this.#ways()[0]);
              this.changed();
            },
          },
          `${phase}${ready.has(phase) ? " ✓" : ""}`,
        ),
      ),
    );
  }

  #drawGroup(at) {
    const { game } = this.#t;
    const cards = this.#cards(at);
    const name = capital(groupName(game.table, this.#phase, at));
    const total = totalOf(this.#kind(at).noun, cards);
    const flaw = this.#answer?.flaws[at];
    const done = cards.length > 0 && this.#answer && flaw === null;
    const state = done ? "✓ complete" : cards.length ? (flaw ? withCards(flaw) : "") : "empty";
    const isNext = at === this.#current;
    const current = isNext && this.#groups.length > 1;
    return h(
      "section",
      {
        class: `slot-group${current ? " current" : ""}${done ? " complete" : ""}`,
        "data-drop": `build ${at}`,
        "data-slot": String(at),
        "aria-label": `${name}, ${many(cards.length, "card")}`,
      },
      h(
        "button",
        {
          type: "button",
          class: "group-pick",
          "data-key": `group:${at}`,
          "aria-pressed": String(current),
          onclick: () => {
            this.#current = at;
            this.#draw();
          },
        },
        name,
        total !== null && h("b", { class: "sum" }, ` ${total} of ${game.table.stages[0]}`),
      ),
      h(
        "div",
        { class: "building" },
        this.#groups[at].map((id, index) => this.#drawCard(id, at, index)),
        cards.length === 0 && h("span", { class: "hole", "aria-hidden": "true" }, isNext ? "cards go here" : ""),
      ),
      h("p", { class: "flaw" }, state),
    );
  }

  #drawCard(id, group, index) {
    const card = this.#card(id);
    const face = cardFace(card);
    face.removeAttribute("role");
    face.removeAttribute("aria-label");
    face.setAttribute("aria-hidden", "true");
    return h(
      "button",
      {
        type: "button",
        class: "built",
        "data-built": String(id),
        "data-card": card,
        "data-index": String(index),
        "data-key": `built:${id}`,
        "aria-label": `${cardName(card)}, ${index + 1} of ${this.#groups[group].length}: take out`,
        onclick: () => this.put(id, null),
      },
      face,
    );
  }

  /** The complete ways that were found in the hand; one click fills the groups. */
  #drawWays() {
    const ways = this.#ways();
    const laid = (way) => way.every((group, at) => group === this.#cards(at).join(" "));
    if (!ways.length || (ways.length === 1 && laid(ways[0]))) return null;
    return h(
      "div",
      { class: "ways", role: "group", "aria-label": "Complete ways found in your hand" },
      h("span", { class: "ways-title" }, "Found in your hand"),
      h(
        "div",
        { class: "ways-list" },
        ways.map((way, at) =>
          h(
            "button",
            {
              type: "button",
              class: "way",
              "data-key": `way:${at}`,
              "data-way": String(at),
              "aria-label": `Use: ${way.map((group) => split(group).map(cardName).join(", ")).join("; and ")}`,
              onclick: () => {
                this.#fill(way);
                this.changed();
              },
            },
            way.map((group) => h("span", { class: "way-group", "aria-hidden": "true" }, withCards(group))),
          ),
        ),
      ),
    );
  }

  // ------------------------------------------------------------------------------------------ keys

  #onKey(event) {
    const built = event.target.closest(".built");
    if (!built || !["ArrowLeft", "ArrowRight"].includes(event.key) || event.ctrlKey || event.metaKey) return;
    const id = Number(built.dataset.built);
    const group = this.placeOf(id);
    const at = this.#groups[group].indexOf(id);
    const by = event.key === "ArrowLeft" ? -1 : 1;
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey || event.altKey) {
      const to = at + by;
      if (to < 0 || to >= this.#groups[group].length) return;
      this.#groups[group].splice(at, 1);
      this.#groups[group].splice(to, 0, id);
      this.changed();
      return;
    }
    const all = [...this.#root.querySelectorAll(".built")];
    all[(all.indexOf(built) + by + all.length) % all.length].focus();
  }
}
