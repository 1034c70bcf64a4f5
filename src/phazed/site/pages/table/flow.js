// The pace at which a hand is shown: the player's own plays immediately, those of others one by one at the chosen pace.

/** @import { Table } from "./parts.js" */
import { stepTime } from "../../shell/settings.js";
import { land, sources } from "./hand/flights.js";
import { tick } from "./view/sound.js";

const OWN_FLIGHT = 300;
const RESULT_TIME = 3000;

export class Flow {
  #t;
  #pumping = false;
  #hurried = false;
  #wasMine = false;
  #lookingUntil = 0; // time until which the end of a hand is shown
  /** Ends the current pause. @type {(() => void) | null} */
  #wake = null;
  paused = false;
  touring = false;

  /** @param {Table} table */
  constructor(table) {
    this.#t = table;
  }

  get pumping() {
    return this.#pumping;
  }

  /** Whether the hand is still being shown. */
  get lingers() {
    return this.#pumping || this.#t.game.waiting || Date.now() < this.#lookingUntil;
  }

  /** The time for which the end of a hand is shown at a table with bots only. */
  get lookTime() {
    return RESULT_TIME + 2 * stepTime();
  }

  /** Show all steps that have not been shown yet. */
  async pump() {
    const { game, view } = this.#t;
    if (this.#pumping || this.touring) return;
    this.#pumping = true;
    let others = 0;
    while (game.waiting && !this.paused) {
      if (game.upcoming?.[0] !== game.seat) {
        view.setBusy(true);
        view.draw();
        if (!this.#hurried) await this.#pause(stepTime() * (others ? 1 : 0.75));
        others += 1;
      }
      // During the pause, the whole table may have been received again, or a play may have been taken back.
      if (game.waiting && !this.paused) this.#showStep();
    }
    this.#pumping = false;
    this.#hurried = false;
    this.#settle();
  }

  /** @param {number} time @returns {Promise<void>} */
  #pause(time) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, time);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #showStep() {
    const { game, hand, builder, hints, log, view, drag, focus } = this.#t;
    const step = game.upcoming;
    if (!step) return;
    const own = step[0] === game.seat;
    const from = this.#hurried || (!own && !stepTime()) ? [] : sources(this.#t, step);
    game.advance();
    hand.held.update(game.cards);
    builder.tidy();
    hints.forget();
    if (own) {
      hand.selected = null;
      drag.dropped = null;
      if (step[1] === "phase") builder.reset();
    }
    log.add(step);
    view.draw();
    land(from, own ? OWN_FLIGHT : stepTime() * 0.55);
    tick("card");
    if (own) focus.keep(step[1] === "draw" || step[1] === "take");
  }

  /** Update the page after all steps have been shown. */
  #settle() {
    const { game, view, builder, memory, focus, endDialog, botTurns } = this.#t;
    view.setBusy(false);
    view.draw();
    if (builder.isOpen) builder.changed();
    if (game.mine && !this.#wasMine) tick("turn");
    this.#wasMine = game.mine;
    memory.save(this.#t);
    if (focus.byKeys) focus.keep();
    if (game.ended) {
      builder.close();
      endDialog.openSoon();
      this.#look();
    }
    botTurns.schedule();
  }

  /** Show the end of a hand for a while before anything else. */
  #look() {
    this.#lookingUntil = Date.now() + this.lookTime;
    setTimeout(() => Date.now() >= this.#lookingUntil && this.endLook(), this.lookTime + 1);
  }

  endLook() {
    this.#lookingUntil = 0;
    this.#t.inbox.drain();
  }

  /** Show the remaining steps without pauses; return whether there were any. */
  hurry() {
    if (!this.#pumping) return false;
    this.#hurried = true;
    this.#wake?.();
    return true;
  }

  togglePause() {
    this.paused = !this.paused;
    this.#t.view.draw();
    this.pump();
    this.#t.inbox.drain();
  }
}
