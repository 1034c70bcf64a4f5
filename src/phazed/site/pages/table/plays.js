// The player's requests to the server. A refusal is shown where the player tried to play.

/** @import { Play } from "../../components/plays.js" */
/** @import { Card } from "../../components/types.js" */
/** @import { Answer, Position } from "./messages.js" */
/** @import { Table } from "./parts.js" */
import { byId } from "../../components/dom.js";
import { DISCARD, DRAW, LAY_OFF, SKIP, TAKE } from "../../components/plays.js";
import { setPlayerName } from "../../shell/games.js";
import { bubble, closeBubble, sentence } from "./view/bubbles.js";
import { actionButton } from "./view/view.js";

const KEPT = "The connection was lost. Your play will be sent when it is restored.";
const WAITING = "The connection was lost, and another play is already waiting to be sent.";
const CHANGED = "The game continued while the connection was lost, so your play was not made.";

/** @typedef {HTMLElement | DOMRect} Place  The place where the player tried to play. */

export class Plays {
  #t;
  #pending = false;

  /** @param {Table} table */
  constructor(table) {
    this.#t = table;
  }

  /**
   * Send a play; resolves to whether it was made.
   * @param {Play} play
   * @param {Place} place
   * @param {number | null} [item]  the number of the card in the hand, which distinguishes two equal cards
   */
  async play(play, place, item = null) {
    const { game, flow, hand, connection } = this.#t;
    if (flow.pumping && !game.mine) {
      flow.hurry();
      return false;
    }
    if (!game.hand) return false;
    const rect = place instanceof Element ? place.getBoundingClientRect() : place;
    if (connection.isLost) bubble(this.#pending ? WAITING : KEPT, rect);
    else closeBubble();
    if (this.#pending) return false;
    this.#pending = true;
    hand.held.leaving = item;
    const { number, steps } = game.hand;
    const position = { hand: number, at: steps.length };
    let answer = await connection.ask({ do: "play", ...position, play });
    while (answer.kind === "error" && answer.lost && this.#isAt(position)) {
      closeBubble();
      answer = await connection.ask({ do: "play", ...position, play });
    }
    if (answer.kind === "error" && answer.lost) answer = this.#outcome(position);
    this.#pending = false;
    if (answer.kind === "refused" || answer.kind === "error") {
      hand.held.leaving = null;
      bubble(answer.reason, rect, answer.kind === "refused" ? answer.rule : undefined);
      // Any answer other than a refusal means that the browser's copy of the table differs from the server's.
      if (answer.kind === "error" && !answer.lost) connection.rejoin();
      return false;
    }
    return true;
  }

  /** Return whether the game is still at the position. @param {Position} position */
  #isAt({ hand, at }) {
    const { game } = this.#t;
    return game.mine && game.hand?.number === hand && game.hand.steps.length === at;
  }

  /**
   * Derive the answer to a play during which the connection was lost from the table that has arrived since.
   * @param {Position} position @returns {Answer}
   */
  #outcome({ hand, at }) {
    const { game } = this.#t;
    const isMade = game.hand?.number === hand && game.hand.steps[at]?.[0] === game.seat;
    return isMade ? { kind: "done", re: null } : { kind: "error", re: null, reason: CHANGED };
  }

  /** Play the selected card. @param {(card: Card) => Play} play @param {Place} place */
  async #playSelected(play, place) {
    const item = this.#t.hand.selectedItem;
    return item ? this.play(play(item.card), place, item.id) : this.askForCard(place);
  }

  /** @param {number} owner @param {number} group @param {number} index @param {Place} place */
  add(owner, group, index, place) {
    return this.#playSelected((card) => [LAY_OFF, [card, [owner, group, index]]], place);
  }

  /** @param {number} seat @param {Place} place */
  skip(seat, place) {
    return this.#playSelected(() => [SKIP, seat], place);
  }

  /** @param {Place} place */
  discard(place) {
    return this.#playSelected((card) => [DISCARD, card], place);
  }

  /** @param {Place} place */
  take(place) {
    const top = this.#t.game.state?.pile.at(-1);
    if (top) return this.play([TAKE, top], place);
    bubble("The discard pile is empty.", place, "4.5");
    return Promise.resolve(false);
  }

  /** Draw, take or discard, depending on the pile and the stage of the turn. @param {string} pile @param {Place} place */
  clickPile(pile, place) {
    const { game } = this.#t;
    if (pile === "deck" || !game.mine) return this.play([DRAW, null], place);
    return game.turn?.stage === "during" ? this.discard(place) : this.take(place);
  }

  /** Tell the player to select a card first, if one can be played now. @param {Place} place */
  askForCard(place) {
    const { game } = this.#t;
    if (game.mine && game.turn?.stage === "during") bubble("Choose a card from your hand first.", place);
    return false;
  }

  async undo() {
    const { game, connection } = this.#t;
    const place = actionButton("undo");
    if (!game.mine || !game.turn?.undo || !game.hand) {
      bubble("There is nothing to take back: pick-ups and discards cannot be undone.", place);
      return;
    }
    const answer = await connection.ask({ do: "undo", hand: game.hand.number, at: game.hand.steps.length });
    if (answer.kind === "error") bubble(answer.reason, place);
  }

  /**
   * Let a bot play for a player who is away or idle, or remind a player that it is their turn.
   * @param {"stand-in" | "nudge"} what @param {number} seat
   */
  async hurry(what, seat) {
    const answer = await this.#t.connection.ask({ do: what, seat });
    if (answer.kind === "error") bubble(answer.reason, byId("opponents"));
  }

  /** Take over from the stand-in. */
  async takeOver() {
    const answer = await this.#t.connection.ask({ do: "take-over" });
    if (answer.kind === "error") bubble(answer.reason, actionButton("take-over"));
  }

  /** Change the player's name; resolves to the reason if that is not possible. @param {string} name */
  async rename(name) {
    const answer = await this.#t.connection.ask({ do: "name", name });
    if (answer.kind === "error") return answer.reason;
    setPlayerName(name);
    return null;
  }

  /** Request the next hand. */
  async next() {
    const { game, flow, connection, endDialog } = this.#t;
    flow.paused = false;
    flow.endLook();
    const answer = await connection.ask({ do: game.table?.open ? "advance" : "next" });
    if (answer.kind === "error") endDialog.showProblem(sentence(answer.reason));
  }

  async rematch() {
    const answer = await this.#t.connection.ask({ do: "rematch" });
    if (answer.kind === "error") this.#t.endDialog.showProblem(sentence(answer.reason));
  }
}
