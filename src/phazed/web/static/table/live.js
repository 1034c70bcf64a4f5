// The connection to the server: one socket, which comes back by itself.
//
//     const live = connect({ id, join, onMessage, onState });
//     const answer = await live.ask({ do: "play", … });      what the server answers to this very message

const PAUSES = [300, 800, 1500, 3000, 5000, 8000];
const LOST = { kind: "error", reason: "The connection was lost. Try again in a moment.", lost: true };

/** Keep a socket to the game open. `join()` gives the first message, `onState(state, seconds)` tells how it stands. */
export function connect({ id, join, onMessage, onState }) {
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/games/${id}/socket`;
  const asked = new Map();
  let socket = null;
  let tries = 0;
  let count = 0;
  let timer = null;
  let closed = false;

  function open() {
    clearTimeout(timer);
    const mine = new WebSocket(address);
    socket = mine;
    mine.addEventListener("open", () => mine.send(JSON.stringify(join())));
    mine.addEventListener("message", (event) => socket === mine && receive(JSON.parse(event.data)));
    mine.addEventListener("close", () => socket === mine && lost());
  }

  function receive(message) {
    if (message.kind === "table") {
      tries = 0;
      onState("open");
    }
    const answered = asked.get(message.re);
    if (answered) {
      asked.delete(message.re);
      answered(message);
    } else onMessage(message);
  }

  function lost() {
    socket = null;
    for (const answered of asked.values()) answered(LOST);
    asked.clear();
    if (closed) return;
    const pause = PAUSES[Math.min(tries, PAUSES.length - 1)];
    tries += 1;
    onState("lost", Math.round(pause / 1000));
    timer = setTimeout(open, pause);
  }

  function send(message) {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  }

  // A network that is back, or a page that is looked at again, need not wait for the pause to end.
  const now = () => !socket && !closed && open();
  addEventListener("online", now);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && now());

  open();
  return {
    send,
    ask(message) {
      count += 1;
      const number = count;
      return new Promise((resolve) => {
        asked.set(number, resolve);
        if (!send({ ...message, id: number })) {
          asked.delete(number);
          resolve(LOST);
        }
      });
    },
    /** Begin again, because what we know is not what the server knows. */
    rejoin() {
      const old = socket;
      socket = null;
      for (const answered of asked.values()) answered(LOST);
      asked.clear();
      old?.close();
      open();
    },
    close() {
      closed = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
