// The view, which draws every part of the table that changes during the game.

/** @import { Table } from "../parts.js" */
import { byId, closest, h, query, queryAll } from "../../../components/dom.js";
import { label, makeActions } from "./actions.js";
import { aim, drawPiles, drawSeat, hurryTimes, laidGroups, phaseDots, plate } from "./board.js";
import { drawPace } from "./pace.js";
import { watchers } from "../people/people.js";
import { prompt } from "./prompt.js";
import { withCards } from "./text.js";
import { drawWaiting } from "../people/waiting.js";

/** The page's button for an action. @param {string} action */
export const actionButton = (action) => query(byId("table"), `[data-action="${action}"]`);

const narrow = matchMedia("(max-width: 760px), (max-height: 520px)");

export class View {
  #t;
  #root = byId("table");
  #opponents = [".left", ".top", ".right"].map((name) => query(document, `#opponents .seat${name}`));
  #drawActions;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Table} table */
  constructor(table) {
    this.#t = table;
    this.#drawActions = makeActions(byId("actions"), table);
    this.#root.addEventListener("click", (event) => {
      if (!closest(event.target, "button, a, select, input, .builder, .log-panel")) table.flow.hurry();
    });
  }

  /** @param {boolean} busy */
  setBusy(busy) {
    this.#root.dataset.busy = String(busy);
  }

  draw() {
    const { game, hand } = this.#t;
    const { table } = game;
    if (!table) return;
    const key = closest(document.activeElement, "#table [data-key]")?.dataset.key ?? null;
    const playing = game.state !== null;
    byId("waiting").hidden = playing || table.open;
    byId("area").hidden = !playing;
    byId("bottom").hidden = !playing;
    byId("title").textContent = table.title;
    actionButton("log").hidden = !playing;
    this.#root.dataset.turn = game.ended || table.over ? "over" : game.mine ? "yours" : "other";
    this.#root.dataset.stage = game.mine ? (game.turn?.stage ?? "") : "";
    this.#root.classList.toggle("watching", game.watching);
    this.#t.reactions.draw();
    this.#t.people.draw();
    drawPace(playing && !table.open);
    document.title = game.mine ? "● Your turn · Phazed" : "Table · Phazed";
    if (!playing || !game.hand) {
      byId("facts").textContent = "";
      if (!table.open) drawWaiting(byId("waiting"), this.#t);
      this.setBusy(false);
      return;
    }
    label(byId("facts"), `Hand ${game.hand.number + 1}`, ` of at most ${table.max_hands}`);
    for (const [at, seat] of game.others.entries()) drawSeat(this.#opponents[at], seat, this.#t);
    byId("piles").replaceChildren(...drawPiles(this.#t));
    byId("watchers").textContent = watchers(this.#t);
    this.#drawPrompt();
    this.#drawOwnSeat();
    hand.draw();
    this.#drawActions();
    this.#t.lesson.update();
    this.#drawLater();
    const area = byId("area");
    area.classList.toggle("overflows", area.scrollHeight > area.clientHeight);
    if (key && !closest(document.activeElement, "[data-key]"))
      queryAll(this.#root, `[data-key="${CSS.escape(key)}"]`)
        .at(0)
        ?.focus();
  }

  /** Redraw the table when its buttons for slow players change. */
  #drawLater() {
    clearTimeout(this.#timer);
    const waits = hurryTimes(this.#t.game).map((at) => at - Date.now());
    const next = Math.min(...waits.filter((wait) => wait > 0));
    if (Number.isFinite(next)) this.#timer = setTimeout(() => this.draw(), next + 20);
  }

  #drawPrompt() {
    const { game, hand, builder } = this.#t;
    const box = byId("prompt");
    const text = prompt(game, builder.isOpen ? null : hand.active);
    if (box.dataset.text === text) return;
    box.dataset.text = text;
    box.replaceChildren(...withCards(text));
  }

  /** Draw the player's own side: standing, phase due and groups. */
  #drawOwnSeat() {
    const { game } = this.#t;
    const box = byId("mine");
    const seat = game.bottom;
    if (game.watching) {
      drawSeat(box, seat, this.#t);
      return;
    }
    box.classList.toggle("active", game.active === seat);
    box.dataset.seat = String(seat);
    box.replaceChildren(
      h(
        "div",
        { class: "own-plate" },
        plate(this.#t, seat),
        phaseDots(game, seat),
        h("p", { class: "aim due", "data-tour": "due" }, aim(game, seat)),
      ),
      laidGroups(this.#t, seat) ?? "",
    );
  }

  /** Close the hint on a phone, since it covers the groups to which a card may be added; the button shows it again. */
  uncoverGroups() {
    if (narrow.matches) this.#t.hints.close();
  }

  /** Scroll to the first place where the card can be played, if none is visible. */
  reveal() {
    const targets = queryAll(document, ".target.lit");
    const { top, bottom } = byId("area").getBoundingClientRect();
    const isVisible = (/** @type {HTMLElement} */ target) => {
      const rect = target.getBoundingClientRect();
      return rect.top >= top && rect.bottom <= bottom;
    };
    if (!targets.some(isVisible)) targets[0]?.scrollIntoView({ block: "center" });
  }
}
