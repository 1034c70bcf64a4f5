// All tables live, in text large enough to read from the back of a room.

/** @import { LiveTables, SeatOverview, TableOverview } from "../../answers.js" */
import { byId, h, spoken } from "../../components/dom.js";
import { plural } from "../../components/numbers.js";
import { serverOptions } from "../../shell/ask.js";
import { qrCode } from "../../shell/share.js";
import { get } from "./class-api.js";
import { poll } from "./polling.js";

const POLL_TIME = 3000;
const USUAL_PHASES = 7;
/** Number of phases in each game. @type {Record<string, number>} */
const phases = {};
serverOptions()
  .then(({ games }) => {
    for (const game of games) phases[game.name] = game.phases.length;
  })
  .catch(() => {}); // all games then get the usual number

/** @param {SeatOverview} seat @param {boolean} isTurn @param {number} total */
function seatRow({ name, kind, connected, stand_in: standIn, phases: done, score }, isTurn, total) {
  const away = kind === "person" && !connected;
  const dots = Array.from({ length: total }, (_, at) => h("i", { class: at < done ? "done" : "" }));
  return h(
    "li",
    { class: [isTurn && "turn", away && "away"].filter(Boolean).join(" ") },
    h("span", { class: "pointer", "aria-hidden": "true" }, isTurn ? "▶" : ""),
    h(
      "span",
      { class: "name" },
      name,
      isTurn && spoken(" is to move"),
      away && spoken(" is away"),
      standIn && " (bot)",
    ),
    h("span", { class: "dots", role: "img", "aria-label": `${done} of ${total} phases` }, dots),
    h("span", { class: "score" }, String(score), spoken(" points")),
  );
}

/** @param {TableOverview} table */
function tableCard({ code, game, started, over, hand, turn, seats, spectators }) {
  const state = over ? "finished" : started ? `hand ${hand}` : "not begun";
  const total = phases[game] ?? USUAL_PHASES;
  return h(
    "article",
    { class: over ? "over" : "", "aria-label": code ? `Table ${code}` : "A table without a code" },
    h("h2", null, code ?? "–"),
    h("p", { class: "state" }, state, spectators.length > 0 && ` · ${plural(spectators.length, "spectator")}`),
    h(
      "ol",
      null,
      seats.map((seat, at) => seatRow(seat, !over && turn === at, total)),
    ),
  );
}

/** Show the address of the class as text and as a QR code. @param {string} link */
function showAddress(link) {
  const text = link.replace(/^https?:\/\//, "");
  if (byId("address").textContent === text) return;
  byId("address").textContent = text;
  byId("code").replaceChildren(qrCode(link, "QR code of the address"));
}

/** @param {LiveTables} live */
function show({ tables, present, address }) {
  const open = tables.filter((table) => !table.over);
  const over = tables.filter((table) => table.over);
  const all = [...open, ...over];
  showAddress(`${address}/class`);
  byId("present").textContent = `${plural(present, "student")} here`;
  const root = byId("tables");
  root.dataset.size = all.length <= 4 ? "few" : all.length <= 6 ? "some" : all.length <= 12 ? "many" : "crowd";
  root.replaceChildren(...(all.length ? all.map(tableCard) : [h("p", { class: "empty" }, "No table is open yet.")]));
}

poll(POLL_TIME, async () => show(await get("/api/class/tables")), { problem: byId("problem") });
