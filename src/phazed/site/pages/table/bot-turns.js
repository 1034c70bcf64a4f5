// At a table of bots alone, the pages of those who watch ask for one turn after the other.

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

  /** Ask for the next turn when it is time, unless there is still something to be shown. */
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
      inbox.drain(); // somebody else has asked already
      return;
    }
    this.#asked = true; // a second request before the answer could deal the next hand before the end of this one is seen
    const answer = await connection.ask({ do: "advance" });
    this.#asked = false;
    if (answer.kind !== "error") this.schedule();
    else if (!answer.lost) this.#timer = setTimeout(() => this.schedule(), RETRY_TIME);
    // When the connection was lost, the whole table comes again, and with it the next request.
  }
}
