// Requests for turns: at a table with bots only, the spectators' pages request each turn.

/** @import { Table } from "./parts.js" */
import { stepTime } from "../../shell/settings.js";

const RETRY_TIME = 1000;

export class BotTurns {
  #t;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #asked = false;

  /** @param {Table} table */
  constructor(table) {
    this.#t = table;
  }

  /** Request the next turn after a pause, unless there are still steps to show. */
  schedule() {
    clearTimeout(this.#timer);
    const { game, flow } = this.#t;
    if (!game.table?.open || game.table.over || flow.paused || flow.pumping || game.waiting || this.#asked) return;
    const wait = !game.hand ? 0 : game.ended ? flow.lookTime : stepTime() * 0.3;
    this.#timer = setTimeout(() => this.#ask(), wait);
  }

  async #ask() {
    const { inbox, connection } = this.#t;
    if (!inbox.isEmpty) {
      inbox.drain(); // another spectator has already requested the turn
      return;
    }
    this.#asked = true; // a second request could deal the next hand before the end of this one has been shown
    const answer = await connection.ask({ do: "advance" });
    this.#asked = false;
    if (answer.kind !== "error") this.schedule();
    else if (!answer.lost) this.#timer = setTimeout(() => this.schedule(), RETRY_TIME);
    // If the connection was lost, the next request follows when the whole table has been received again.
  }
}
