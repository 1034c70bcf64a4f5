// The WebSocket connection to the server, which reconnects automatically.
//
//     const answer = await connection.ask({ do: "play", … });      the server's answer to this message
//
// The server sends a heartbeat when it has nothing else to send. If nothing arrives for a while, or a play is not
// answered, the line may be dead although the socket is open. Then a second socket is opened, and the one that first
// receives a message is kept.

/** @import { ErrorMessage } from "../../answers.js" */
/** @import { Answer, JoinRequest, Message, Request } from "./messages.js" */

const PAUSES = [300, 800, 1500, 3000, 5000];
const MAX_SILENCE = 4500;
const CHECK_TIME = 250;
/** @type {ErrorMessage} */
const LOST = { kind: "error", re: null, reason: "The connection was lost. Try again in a moment.", lost: true };

/** @typedef {"open" | "lost"} ConnectionState */
/** @typedef {{ resolve: (answer: Answer) => void, since: number, isPlay: boolean }} Pending  A request without an answer. */
/**
 * @typedef {object} ConnectionListeners
 * @property {() => JoinRequest} join  returns the first message
 * @property {(message: Message) => void} onMessage
 * @property {(state: ConnectionState) => void} onState
 */

export class Connection {
  #address;
  #on;
  /** @type {WebSocket | null} */
  #socket = null;
  /** The socket that has gone silent, while a second one is tried. @type {WebSocket | null} */
  #silent = null;
  /** Requests that have not been answered, by number. @type {Map<number, Pending>} */
  #pending = new Map();
  /** Plays that wait for the connection. Each is answered with `LOST` when the table arrives. @type {Pending[]} */
  #waiting = [];
  #attempts = 0;
  #count = 0;
  #heard = 0;
  /** @type {ConnectionState} */
  #state = "lost";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #closed = false;

  /** @param {string} id @param {ConnectionListeners} on */
  constructor(id, on) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#address = `${scheme}://${location.host}/api/games/${encodeURIComponent(id)}/socket`;
    this.#on = on;
  }

  get isLost() {
    return this.#state === "lost";
  }

  /** Connect to the server, and reconnect whenever the connection is lost. */
  open() {
    this.#connect();
    setInterval(() => this.#check(), CHECK_TIME);
    // When the network is available again or the page becomes visible, reconnect immediately.
    const now = () => {
      if (!this.#socket && !this.#closed) this.#connect();
    };
    addEventListener("online", now);
    addEventListener("offline", () => this.#suspect());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && now());
  }

  #connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.addEventListener("open", () => socket.send(JSON.stringify(this.#on.join())));
    socket.addEventListener("message", (event) => this.#hear(socket, JSON.parse(event.data)));
    socket.addEventListener("close", () => this.#lose(socket));
  }

  /** Look whether the socket has been silent for too long, or an answer to a play is overdue. */
  #check() {
    if (this.#closed || !this.#socket) return;
    const now = Date.now();
    const overdue = [...this.#pending.values()].some(({ since, isPlay }) => isPlay && now - since > MAX_SILENCE);
    // In a hidden page, timers may stop. Messages that arrived meanwhile are handled before this runs again.
    if (now - this.#heard > MAX_SILENCE || (overdue && !this.#silent)) this.#suspect();
  }

  /** Open a second socket because the first one may be dead. A socket that has not joined yet is abandoned. */
  #suspect() {
    const socket = this.#socket;
    if (this.#closed || !socket) return;
    const joined = this.#state === "open";
    if (joined && !this.#silent) this.#silent = socket;
    this.#socket = null;
    if (!joined) socket.close();
    this.#report("lost");
    this.#connectLater();
  }

  /** @param {WebSocket} socket @param {any} message */
  #hear(socket, message) {
    if (socket !== this.#socket && socket !== this.#silent) return;
    if (socket === this.#silent) {
      clearTimeout(this.#timer);
      this.#socket?.close();
      this.#socket = socket;
      this.#silent = null;
      for (const request of this.#pending.values()) request.since = Date.now();
      this.#report("open");
    }
    this.#heard = Date.now();
    if (message.kind === "alive") return;
    const isTable = message.kind === "table";
    if (isTable) {
      this.#giveUp();
      this.#report("open");
    }
    const request = this.#pending.get(message.re);
    if (request) {
      this.#pending.delete(message.re);
      request.resolve(message);
    } else this.#on.onMessage(message);
    if (isTable) for (const { resolve } of this.#waiting.splice(0)) resolve(LOST);
  }

  /** Handle the end of a socket. @param {WebSocket} socket */
  #lose(socket) {
    if (socket === this.#silent) this.#giveUp();
    if (socket !== this.#socket) return;
    this.#socket = null;
    if (!this.#silent) this.#fail();
    if (this.#closed) return;
    this.#report("lost");
    this.#connectLater();
  }

  #connectLater() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), PAUSES[Math.min(this.#attempts, PAUSES.length - 1)]);
    this.#attempts += 1;
  }

  /** Close the socket that has gone silent. Its requests will not be answered. */
  #giveUp() {
    if (!this.#silent) return;
    this.#silent.close();
    this.#silent = null;
    this.#fail();
  }

  /** Answer the pending requests with `LOST`, except plays, which wait for the table. */
  #fail() {
    for (const request of this.#pending.values()) {
      if (request.isPlay) this.#waiting.push(request);
      else request.resolve(LOST);
    }
    this.#pending.clear();
  }

  /** @param {ConnectionState} state */
  #report(state) {
    if (state === "open") this.#attempts = 0;
    this.#state = state;
    this.#on.onState(state);
  }

  /**
   * Send a request and return the server's answer. Without a connection, a play waits until the table arrives and is
   * then answered with `LOST`, because the position may have changed.
   * @param {Request} request @returns {Promise<Answer>}
   */
  ask(request) {
    const isPlay = request.do === "play";
    const socket = this.isLost ? null : this.#socket;
    if (socket?.readyState !== WebSocket.OPEN && !isPlay) return Promise.resolve(LOST);
    return new Promise((resolve) => {
      const pending = { resolve, since: Date.now(), isPlay };
      if (socket?.readyState !== WebSocket.OPEN) {
        this.#waiting.push(pending);
        return;
      }
      this.#count += 1;
      this.#pending.set(this.#count, pending);
      socket.send(JSON.stringify({ ...request, id: this.#count }));
    });
  }

  /** Reconnect to get the whole table, because the browser's copy differs from the server's. */
  rejoin() {
    const socket = this.#socket;
    this.#socket = null;
    this.#giveUp();
    this.#fail();
    socket?.close();
    this.#connect();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#silent?.close();
    this.#socket?.close();
  }
}
