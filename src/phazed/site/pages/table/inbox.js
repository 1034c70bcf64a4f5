// The handling of the server's messages. At a table with bots only, several people may watch, each at their own pace,
// so a message waits until everything before it has been shown.

/**
 * @import { NudgeMessage, RematchMessage, ReturnedMessage, SeatInfo, SeatsMessage, StepsMessage, TableConditions,
 *   TableMessage } from "../../answers.js"
 */
/** @import { Message } from "./messages.js" */
/** @import { ConnectionState } from "./connection.js" */
/** @import { Table } from "./parts.js" */
import { byId, h } from "../../components/dom.js";
import { plural } from "../../components/numbers.js";
import { remember } from "../../shell/games.js";
import { sentence } from "./view/bubbles.js";
import { sentences } from "./people/conditions.js";
import { notice } from "./people/notices.js";
import { tick } from "./view/sound.js";
import { describeStep } from "./view/text.js";
import { isLesson } from "./help/lesson.js";
import { startTour, tourSeen } from "./help/tour.js";

export class Inbox {
  #t;
  #id;
  #token;
  /** @type {Message[]} */
  #waiting = [];

  /** @param {Table} table @param {string} id @param {string | null} token */
  constructor(table, id, token) {
    this.#t = table;
    this.#id = id;
    this.#token = token;
  }

  get isEmpty() {
    return this.#waiting.length === 0;
  }

  /** @param {Message} message */
  receive(message) {
    this.#waiting.push(message);
    this.drain();
  }

  /** Handle all messages that are due. */
  drain() {
    const { game, flow } = this.#t;
    const isEarly = (/** @type {Message} */ { kind }) =>
      game.table?.open && (flow.paused || (kind === "table" && flow.lingers));
    for (let first = this.#waiting[0]; first && !isEarly(first); first = this.#waiting[0]) {
      this.#waiting.shift();
      this.#handle(first);
    }
  }

  /** @param {Message} message */
  #handle(message) {
    if (message.kind === "table") this.#onTable(message);
    else if (message.kind === "steps") this.#onSteps(message);
    else if (message.kind === "seats") this.#onSeats(message);
    else if (message.kind === "rematch") this.#onRematch(message);
    else if (message.kind === "reaction") this.#t.reactions.receive(message);
    else if (message.kind === "nudge") this.#onNudge(message);
    else if (message.kind === "returned") this.#onReturn(message);
    else if (message.kind === "error" && message.final) this.#onRefusal(message.reason);
    else if (message.kind === "error") this.#announce(sentence(message.reason));
  }

  /** @param {TableMessage} message */
  async #onTable(message) {
    const { game, hand, builder, endDialog, log, view, flow, memory } = this.#t;
    const before = game.hand?.number;
    const isFirst = game.table === null;
    game.load(message);
    if (message.rematch) game.rematch = { address: message.rematch, by: null };
    if (game.seat !== null) {
      const { game: name, names, over } = message;
      const seat = { token: this.#token, seat: game.seat };
      remember({ id: this.#id, ...seat, game: name, names, when: Date.now(), ...(over ? { over: true } : {}) });
    }
    if (game.hand?.number !== before) {
      builder.reset();
      endDialog.close();
      hand.begin();
    }
    hand.update();
    if (isFirst && game.hand && memory.shownOf(game.hand.number) !== null) hand.held.arrange(memory.visit);
    log.update();
    view.draw();
    // While a clock is running, a tour would cost turns.
    const isCalm =
      game.hand && before === undefined && !game.ended && !game.watching && message.settings.clock === "off";
    if (isCalm && !tourSeen() && !isLesson()) {
      flow.touring = true;
      await startTour();
      flow.touring = false;
    }
    if (game.rematch) this.#offerRematch();
    flow.pump();
  }

  /** @param {StepsMessage} message */
  #onSteps(message) {
    const { game, hand, hints, log, view, flow, focus, connection } = this.#t;
    const { shown } = game;
    this.#announce();
    if (!game.extend(message)) {
      connection.rejoin();
      return;
    }
    if (message.over && !game.watching) remember({ id: this.#id, over: true });
    if (game.shown < shown) {
      hand.update(true);
      hints.forget();
      hand.select(null, false);
      log.update();
      view.draw();
      focus.keep();
    }
    flow.pump();
  }

  /** @param {SeatsMessage} message */
  #onSeats(message) {
    const { game, view, endDialog } = this.#t;
    if (!game.table) return;
    if (!game.state) this.#announceArrivals(message.names, message.seats, game.table.seats);
    else this.#tellChanges(message, game.table);
    game.seatPeople(message);
    view.draw();
    endDialog.refresh();
  }

  /**
   * Notify the player, during the game, of settings changed by the host, resignations, and a stand-in for this player.
   * @param {SeatsMessage} now
   * @param {{ settings: TableConditions, seats: SeatInfo[] }} before
   */
  #tellChanges({ names, seats, settings }, before) {
    const { game } = this.#t;
    const old = sentences(before.settings, true);
    const changed = sentences(settings, true).filter((each) => !old.includes(each));
    const left = seats.some((seat, at) => seat.resigned && !before.seats[at].resigned); // this may turn hints on
    if (changed.length && left) notice(changed.join(" "));
    else if (changed.length && !game.known.host) notice(`The host has changed the table. ${changed.join(" ")}`);
    for (const [seat, { resigned, stand_in: standIn }] of seats.entries()) {
      if (resigned && !before.seats[seat].resigned && seat !== game.seat)
        notice(`${names[seat]} has resigned. A bot is playing instead.`);
      if (seat === game.seat && standIn && !resigned && !before.seats[seat].stand_in) tick("turn");
    }
  }

  /** @param {NudgeMessage} message */
  #onNudge({ seat, by, left }) {
    const { game } = this.#t;
    const own = seat === game.seat;
    if (own) tick("turn");
    if (by !== null)
      notice(own ? `${by} is waiting for you: it is your turn.` : `${by} is waiting for ${game.name(seat)}.`);
    else if (own) notice(`It is your turn. In ${plural(left ?? 0, "second")}, a bot plays for you.`);
  }

  /** Notify this player of a stand-in's plays. @param {ReturnedMessage} message */
  #onReturn({ hands, steps }) {
    const { game } = this.#t;
    const { state } = game;
    if (!state) return;
    const played = steps.flatMap((step, at) => [at ? ", " : "", ...describeStep(game, step, state)]);
    const earlier = hands
      ? `the rest of ${plural(hands, "hand")}${steps.length ? ", and in this one: you " : ""}`
      : "you ";
    notice(`You are playing again. A bot has played for you: ${earlier}`, ...played, ".");
  }

  /**
   * Announce who has joined before the game.
   * @param {string[]} names
   * @param {SeatInfo[]} seats
   * @param {SeatInfo[]} before
   */
  #announceArrivals(names, seats, before) {
    const came = names.filter((_, seat) => seats[seat].taken && !before[seat].taken);
    const free = seats.filter((seat) => !seat.taken).length;
    const left = free ? `; ${free === 1 ? "one seat is" : `${free} seats are`} free` : "";
    if (came.length) this.#announce(`${came.join(" and ")} joined${left}.`);
  }

  /** Open the rematch if this player requested it; otherwise invite the player. @param {RematchMessage} message */
  #onRematch({ address, by }) {
    if (!address) return;
    if (by === undefined) {
      location.assign(address);
      return;
    }
    this.#t.game.rematch = { address, by };
    this.#offerRematch();
  }

  /** Invite to the rematch, to play if the address includes a seat and otherwise to watch. */
  #offerRematch() {
    const { game, endDialog } = this.#t;
    if (!game.rematch) return;
    const { address, by } = game.rematch;
    const link = h("a", { href: address }, address.includes("#") ? "Join" : "Watch");
    this.#announce(by ? `${by} wants a rematch. ` : "There is a rematch. ", link);
    endDialog.refresh();
  }

  // ------------------------------------------------------------------------------------------ the banner

  /** Show a message above the table, or hide the banner if there is none. @param {...(Node | string)} content */
  #announce(...content) {
    const banner = byId("banner");
    banner.hidden = content.length === 0;
    banner.replaceChildren(...content);
  }

  /** @param {ConnectionState} state */
  showConnection(state) {
    const { dataset } = byId("table");
    if (dataset.connection === state) return;
    dataset.connection = state;
    if (state === "open") this.#announce();
    else this.#announce("The connection was lost. Reconnecting…");
  }

  /** Show why the server does not let this browser join. @param {string} reason */
  #onRefusal(reason) {
    byId("table").dataset.connection = "gone";
    this.#t.connection.close();
    const watch = /\bwatch\b/.test(reason) ? [h("a", { href: location.pathname }, "Watch"), " · "] : [];
    this.#announce(`${sentence(reason)} `, ...watch, h("a", { href: "/" }, "Back to the lobby"));
  }
}
