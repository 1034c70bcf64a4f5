// The WebSocket connection to the server, which reconnects automatically.
//
//     const answer = await connection.ask({ do: "play", … });      the server's answer to this message

/** @import { ErrorMessage } from "../../answers.js" */
/** @import { Answer, JoinRequest, Message, Request } from "./messages.js" */

const PAUSES = [300, 800, 1500, 3000, 5000, 8000];
/** @type {ErrorMessage} */
const LOST = { kind: "error", re: null, reason: "The connection was lost. Try again in a moment.", lost: true };

/** @typedef {"open" | "lost"} ConnectionState */
/**
 * @typedef {object} ConnectionListeners
 * @property {() => JoinRequest} join  returns the first message
 * @property {(message: Message) => void} onMessage
 * @property {(state: ConnectionState, seconds: number) => void} onState  with the seconds until the next attempt
 */

export class Connection {
  #address;
  #on;
  /** @type {WebSocket | null} */
  #socket = null;
  /** Requests that have not been answered, by number. @type {Map<number, (answer: Answer) => void>} */
  #pending = new Map();
  #attempts = 0;
  #count = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #closed = false;

  /** @param {string} id @param {ConnectionListeners} on */
  constructor(id, on) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#address = `${scheme}://${location.host}/api/games/${encodeURIComponent(id)}/socket`;
    this.#on = on;
  }

  /** Connect to the server, and reconnect whenever the connection is lost. */
  open() {
    this.#connect();
    // When the network is available again or the page becomes visible, reconnect immediately.
    const now = () => {
      if (!this.#socket && !this.#closed) this.#connect();
    };
    addEventListener("online", now);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && now());
  }

  #connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify(this.#on.join())));
    socket.addEventListener("message", (event) => this.#socket === socket && this.#receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.#socket === socket && this.#lose());
  }

  /** @param {any} message */
  #receive(message) {
    if (message.kind === "table") {
      this.#attempts = 0;
      this.#on.onState("open", 0);
    }
    const resolve = this.#pending.get(message.re);
    if (resolve) {
      this.#pending.delete(message.re);
      resolve(message);
    } else this.#on.onMessage(message);
  }

  #lose() {
    this.#drop();
    if (this.#closed) return;
    const pause = PAUSES[Math.min(this.#attempts, PAUSES.length - 1)];
    this.#attempts += 1;
    this.#on.onState("lost", Math.round(pause / 1000));
    this.#timer = setTimeout(() => this.#connect(), pause);
  }

  /** Abandon the socket and all pending requests. */
  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    for (const resolve of this.#pending.values()) resolve(LOST);
    this.#pending.clear();
    return socket;
  }

  /** Send a request and return the server's answer. @param {Request} request @returns {Promise<Answer>} */
  ask(request) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.resolve(LOST);
    this.#count += 1;
    const id = this.#count;
    this.#socket.send(JSON.stringify({ ...request, id }));
    return new Promise((resolve) => this.#pending.set(id, resolve));
  }

  /** Reconnect to get the whole table, because the browser's copy differs from the server's. */
  rejoin() {
    this.#drop()?.close();
    this.#connect();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }
}
