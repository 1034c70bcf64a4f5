// The decisions of a game, or its mistakes, one at a time: the position as the seat saw it, the play made beside the best
// one and why, and the other plays.

/** @import { Candidate, Decision, Frames, GameReview, Step } from "../../answers.js" */
/** @import { Moment, Part } from "../../components/types.js" */
import { closest, h, query, queryAll } from "../../components/dom.js";
import { address, moments } from "../../components/game-state.js";
import { predicate } from "../../components/narration.js";
import { stepOf } from "../../components/plays.js";
import { drawnSentence, nameOf, ReplayBoard } from "../../components/replay-board.js";
import { withCards } from "../table/view/text.js";
import { SIGNS } from "./chances.js";
import { exercise } from "./exercise.js";
import { momentBefore, playsOf } from "./positions.js";

const SHOWN_POINTS = 0.05;
/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(1)} %`;
const ARTICLES = { inaccuracy: "an inaccuracy", mistake: "a mistake", blunder: "a blunder" };

/** @param {Candidate} candidate */
const candidateRow = ({ words, win, points, equal }) =>
  h(
    "tr",
    { class: equal ? "equal" : "" },
    h("th", { scope: "row" }, withCards(words)),
    h("td", null, percent(win)),
    h("td", null, points.toFixed(2)),
  );

export class Decisions {
  #frames;
  #review;
  #addresses;
  #playOn;
  #isLearning = false;
  /** The exercises that are solved. @type {Set<Decision>} */
  #solved = new Set();
  #moments;
  #plays;
  #onShow;
  /** @type {Decision[]} */
  #shown;
  #seat = "all";
  #onlyMistakes;
  #now = 0;
  #showsAll = false;
  #board;
  #where = h("p", { class: "mistake-where", role: "status" });
  #made = h("div", { class: "choice made" });
  #best = h("div", { class: "choice best" });
  #candidates = h("tbody");
  #others = h(
    "table",
    { class: "candidates" },
    h("caption", null, "The best plays by the search"),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        ["Play", "Win", "Points"].map((title) => h("th", { scope: "col" }, title)),
      ),
    ),
    this.#candidates,
  );
  #list = h("ol", { class: "mistake-list" });
  #learn = h("button", { type: "button", class: "button learn", onclick: () => this.#toggleLearning() });
  #exercise = h("div", { class: "mistake-plays" });
  #links = h("p", { class: "mistake-links" });
  #body = h("div", { class: "mistake-body" });

  /**
   * @param {Frames} frames
   * @param {GameReview} review
   * @param {{ replay: string, exercise: string | null }} addresses
   * @param {(current: Decision | null, shown: Decision[]) => void} onShow
   * @param {(decision: Decision) => void} playOn
   */
  constructor(frames, review, addresses, onShow, playOn) {
    this.#frames = frames;
    this.#review = review;
    this.#addresses = addresses;
    this.#playOn = playOn;
    this.#moments = moments(frames);
    this.#plays = playsOf(frames);
    this.#onShow = onShow;
    this.#shown = [];
    this.#onlyMistakes = review.decisions.some(({ grade }) => grade);
    this.#board = new ReplayBoard(frames);
    this.element = h(
      "section",
      { class: "mistakes", "aria-labelledby": "decisions-title" },
      h("h2", { id: "decisions-title" }, "Decisions"),
      this.#choices(),
      this.#where,
      this.#body,
    );
    document.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** The mistake that is shown. */
  get current() {
    return this.#shown[this.#now] ?? null;
  }

  /** Show the decisions of a seat, or of all. @param {string} seat */
  filter(seat) {
    const last = this.current;
    this.#seat = seat;
    this.#shown = this.#review.decisions.filter(
      (each) => (seat === "all" || each.seat === Number(seat)) && (each.grade || !this.#onlyMistakes),
    );
    query(this.element, ".seats").setAttribute("data-seat", seat);
    this.#now = last ? this.#nearest(last) : 0;
    this.#fill();
    this.#show();
  }

  /** The number of the decision that is shown, or else of the first after it. @param {Pick<Decision, "hand" | "place">} wanted */
  #nearest({ hand, place }) {
    const found = this.#shown.findIndex((each) => each.hand > hand || (each.hand === hand && each.place >= place));
    return found < 0 ? Math.max(this.#shown.length - 1, 0) : found;
  }

  /** Show a decision, or the first one after a moment of the game. @param {Pick<Decision, "hand" | "place">} wanted */
  choose(wanted) {
    this.#now = this.#nearest(wanted);
    this.#show();
  }

  #choices() {
    const mistakes = this.#review.decisions.filter(({ grade }) => grade);
    const kinds = h(
      "select",
      {
        "aria-label": "Show",
        onchange: (event) => {
          this.#onlyMistakes = event.currentTarget.value === "mistakes";
          this.filter(this.#seat);
        },
      },
      h("option", { value: "mistakes", disabled: !mistakes.length }, "Mistakes"),
      h("option", { value: "all", selected: !this.#onlyMistakes }, "Every decision"),
    );
    const counts = this.#frames.names.map(
      (name, seat) => `${name} (${mistakes.filter((each) => each.seat === seat).length})`,
    );
    const seats = h(
      "select",
      { class: "seats", "aria-label": "Player", onchange: (event) => this.filter(event.currentTarget.value) },
      h("option", { value: "all" }, `everybody (${mistakes.length})`),
      counts.map((text, seat) => h("option", { value: String(seat) }, text)),
    );
    const hidden = h("input", {
      type: "checkbox",
      onchange: (event) => {
        this.#showsAll = event.currentTarget.checked;
        this.#show();
      },
    });
    /** @param {string} label @param {number} by @param {string} key */
    const button = (label, by, key) =>
      h(
        "button",
        { type: "button", class: "button", "aria-keyshortcuts": key, "data-by": by, onclick: () => this.#step(by) },
        label,
      );
    return h(
      "div",
      { class: "mistake-choices" },
      button("← Previous", -1, "ArrowLeft"),
      button("Next →", 1, "ArrowRight"),
      h("label", null, "Show ", kinds),
      h("label", null, "of ", seats),
      h("label", { class: "check" }, hidden, " Show the hidden cards"),
      this.#addresses.exercise && this.#learn,
    );
  }

  /** Change between the mistakes and the exercises made of them. */
  #toggleLearning() {
    this.#isLearning = !this.#isLearning;
    this.#onlyMistakes = true;
    this.filter(this.#seat);
    this.#solved.clear();
    this.#now = 0;
    this.#fill();
    this.#show();
  }

  /** @param {number} by */
  #step(by) {
    if (!this.#shown.length) return;
    this.#now = (this.#now + by + this.#shown.length) % this.#shown.length;
    this.#show();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    if (closest(event.target, "select, input:not([type=checkbox]), [role=region]")) return;
    event.preventDefault();
    this.#step(by);
  }

  /** Fill the list of decisions. */
  #fill() {
    this.#list.replaceChildren(
      ...this.#shown.map((mistake) =>
        h(
          "li",
          null,
          h(
            "button",
            { type: "button", class: `mistake-link ${mistake.grade ?? "good"}`, onclick: () => this.choose(mistake) },
            h("b", { "aria-hidden": "true" }, mistake.grade ? SIGNS[mistake.grade] : "·"),
            h("span", null, nameOf(this.#frames, mistake.seat), `, hand ${mistake.hand + 1}, turn ${mistake.turn}`),
            mistake.grade && h("span", { class: "loss" }, `−${percent(mistake.loss)}`),
          ),
        ),
      ),
    );
    const compared = h("div", { class: "mistake-plays" }, this.#made, this.#best);
    const text = this.#isLearning ? [this.#exercise] : [compared, this.#others, this.#links, this.#list];
    query(this.element, ".check").hidden = this.#isLearning;
    this.#learn.textContent = this.#isLearning ? "Back to the mistakes" : "Learn from these mistakes";
    this.#body.replaceChildren(
      h("div", { class: "mistake-text" }, text),
      h("div", { class: "replay review-board" }, this.#board.element),
    );
  }

  #show() {
    const mistake = this.current;
    for (const button of queryAll(this.element, "[data-by]")) button.toggleAttribute("disabled", !mistake);
    this.#body.hidden = this.#learn.hidden = !mistake;
    this.#onShow(mistake, this.#shown);
    if (!mistake) {
      this.#where.textContent = "No clear mistake was found.";
      return;
    }
    const { hand, place, seat, turn, grade, loss, error, label, points, candidates } = mistake;
    const before = momentBefore(this.#moments, this.#plays, mistake);
    const played = this.#frames.hands[hand].steps[this.#plays[hand][place]];
    const best = stepOf(seat, mistake.best, before.state.done[seat]);
    if (this.#isLearning) {
      this.#teach(mistake, before);
      return;
    }
    const placed = points >= SHOWN_POINTS ? ` and ${points.toFixed(2)} points for the place` : "";
    const cost = `${grade ? `${ARTICLES[grade]}, costs ` : "costs "}${percent(loss)} ± ${percent(error)}${placed}${label && `: ${label}`}`;
    const isBest = mistake.words === mistake.best_words;
    this.#where.replaceChildren(
      `${this.#now + 1} of ${this.#shown.length}: hand ${hand + 1}, turn ${turn}, `,
      nameOf(this.#frames, seat),
      grade
        ? ` made ${ARTICLES[grade]}.`
        : isBest
          ? " made the best play."
          : " made a play that is about as good as the best.",
    );
    this.#made.replaceChildren(...this.#choice("Played", played, before, mistake.win, isBest ? [] : [cost]));
    this.#best.hidden = isBest;
    this.#best.replaceChildren(...this.#choice("Best", best, before, mistake.best_win, mistake.reasons));
    this.#candidates.replaceChildren(...candidates.map(candidateRow));
    this.#others.hidden = candidates.length === 0;
    const moment = address({ ...before, kind: before.at ? "step" : "deal" });
    this.#links.replaceChildren(
      h("a", { href: `${this.#addresses.replay}#${moment}` }, "Open this moment in the replay"),
      h("button", { type: "button", class: "button", onclick: () => this.#playOn(mistake) }, "Play on from here"),
    );
    this.#drawBoard(mistake, before);
    for (const [at, button] of queryAll(this.#list, ".mistake-link").entries()) {
      button.classList.toggle("now", at === this.#now);
      if (at === this.#now) {
        button.setAttribute("aria-current", "true");
        this.#scrollTo(button);
      } else button.removeAttribute("aria-current");
    }
  }

  /** Show the mistake as an exercise. @param {Decision} mistake @param {Moment} before */
  #teach(mistake, before) {
    const count = () => `${this.#solved.size} of ${this.#shown.length} solved`;
    const place = `Exercise ${this.#now + 1} of ${this.#shown.length}`;
    this.#where.textContent = `${place}: hand ${mistake.hand + 1}, turn ${mistake.turn}. ${count()}.`;
    const solved = (/** @type {boolean} */ found) => {
      if (found) this.#solved.add(mistake);
      this.#where.textContent = `${place}: hand ${mistake.hand + 1}, turn ${mistake.turn}. ${count()}.`;
    };
    const asked = this.#addresses.exercise ?? "";
    this.#exercise.replaceChildren(exercise(this.#frames, asked, mistake, before, solved));
    this.#drawBoard(mistake, before);
  }

  /** @param {Decision} mistake @param {Moment} before */
  #drawBoard({ hand, turn, seat }, before) {
    const isOpen = (/** @type {number} */ other) => other === seat || (this.#showsAll && !this.#isLearning);
    this.#board.draw(before, `Hand ${hand + 1} · turn ${turn}`, this.#turnOf(seat), isOpen, "value");
  }

  /** Scroll the list, and nothing else, to the button. @param {HTMLElement} button */
  #scrollTo(button) {
    const [box, rect] = [this.#list.getBoundingClientRect(), button.getBoundingClientRect()];
    if (rect.top < box.top || rect.bottom > box.bottom) this.#list.scrollTop += rect.top - box.top - box.height / 2;
  }

  /** @param {number} seat @returns {Part[]} */
  #turnOf(seat) {
    return this.#frames.names[seat] === "You" ? ["It is your turn."] : ["It is the turn of ", { seat }, "."];
  }

  /** @param {string} title @param {Step} step @param {Moment} before @param {number} win @param {string[]} reasons */
  #choice(title, step, before, win, reasons) {
    const audience = { isYou: () => false, isOpen: () => this.#showsAll };
    const parts = predicate(this.#frames, step, before.state, audience);
    return [
      h("h3", null, title, h("span", { class: "chance" }, `wins ${percent(win)}`)),
      h("p", { class: "play" }, drawnSentence(this.#frames, parts)),
      h(
        "p",
        { class: "why" },
        reasons.flatMap((reason, at) => [at ? " " : "", ...withCards(reason)]),
      ),
    ];
  }
}
