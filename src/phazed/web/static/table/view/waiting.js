// The waiting room before the game: who sits where, links of free seats, and bots for them.

/** @import { Level } from "../../site/types.js" */
/** @import { TableMessage } from "../messages.js" */
/** @import { Table } from "../parts.js" */
import { copyFrom, focused, h, queryAll } from "/viewer/dom.js";
import { serverOptions } from "../../site/ask.js";
import { playerName, setPlayerName } from "../../site/games.js";
import { bubble } from "./bubbles.js";
import { SEEDED } from "./text.js";

/** Whether the page was opened under a name that means another computer elsewhere. */
const isLocal = /^(localhost|127\.|\[::1)/.test(location.hostname);
/**
 * The address at which others reach this server; empty if they cannot. Null as long as it is not known.
 * @type {string | null}
 */
let origin = isLocal ? null : location.origin;
/** @type {Level[] | null} */
let levels = null;
let asking = false;

/** Ask the server for the levels of bots, and for its address in the network. @param {Table} t */
async function findOptions(t) {
  if (levels || asking) return;
  asking = true;
  const options = await serverOptions().catch(() => null);
  asking = false;
  levels = options?.levels ?? [];
  origin ??= options?.share[0] ?? "";
  t.view.draw();
}

/** Draw the waiting room. @param {HTMLElement} root @param {Table} t */
export function drawWaiting(root, t) {
  const table = t.game.known;
  const focusedKey = root.contains(document.activeElement) ? focused()?.dataset.key : null;
  const chosen = fields(root).map((field) => ({ key: field.dataset.key, value: field.value }));
  const free = table.seats.some((seat) => !seat.taken);
  const inviting = table.host && Object.keys(table.links).length > 0;
  if (table.gives) findOptions(t);
  root.replaceChildren(
    h("h2", { id: "waiting-title" }, free ? "Waiting for players" : "All seats are taken"),
    h("p", { class: "lead" }, lead(table)),
    inviting && origin === "" ? h("p", { class: "lead" }, ...hereOnly()) : "",
    table.seeded ? h("p", { class: "lead" }, SEEDED) : "",
    table.seat === null ? "" : nameForm(t),
    h(
      "ol",
      { class: "waiting-seats" },
      table.seats.map((_, seat) => seatRow(t, seat)),
    ),
  );
  for (const { key, value } of chosen)
    for (const field of fields(root)) if (field.dataset.key === key && value) field.value = value;
  if (focusedKey)
    queryAll(root, `[data-key="${CSS.escape(focusedKey)}"]`)
      .at(0)
      ?.focus();
}

/** The fields whose values survive another drawing. @param {HTMLElement} root */
const fields = (root) =>
  queryAll(root, "[data-keep]").filter((each) => each instanceof HTMLInputElement || each instanceof HTMLSelectElement);

const hereOnly = () => [
  "These links only work on this computer. To let others join, start the table with ",
  h("code", null, "phazed play --host 0.0.0.0"),
  ".",
];

/** @param {TableMessage} table */
function lead(table) {
  const begins = "The game begins when all seats are taken.";
  if (table.host) return `Send each player the link of a seat. ${begins}`;
  if (table.gives) return `${begins} The host is away, so you can give free seats to bots.`;
  return table.seat === null
    ? `You are watching. To play, ask the host for the link of a free seat. ${begins}`
    : begins;
}

/** @param {Table} t @param {number} number */
function seatRow(t, number) {
  const table = t.game.known;
  const seat = table.seats[number];
  const link = seat.taken ? undefined : table.links[number];
  const present = seat.who === "person" ? (seat.here ? "here" : "away") : `${seat.who} bot`;
  const state = seat.taken ? present : "free";
  return h(
    "li",
    { class: seat.taken ? "" : "free" },
    h("span", { class: `badge seat-${number}`, "aria-hidden": "true" }, [...table.names[number]][0]),
    h(
      "span",
      { class: "waiting-who" },
      h("b", { class: "name" }, table.names[number]),
      number === table.seat ? h("small", null, "you") : h("small", null, state),
    ),
    !seat.taken && table.gives ? seatTools(t, number, link && new URL(link, origin || location.href).href) : "",
  );
}

/**
 * The link of a free seat, for the host, and the choice of a bot for it.
 * @param {Table} t @param {number} number @param {string | undefined} address
 */
function seatTools(t, number, address) {
  /** @param {string} action @param {string} label @param {(event: any) => void} act */
  const button = (action, label, act) =>
    h(
      "button",
      { type: "button", class: "button", "data-action": action, "data-key": `${action}:${number}`, onclick: act },
      label,
    );
  const select = h(
    "select",
    { "aria-label": `Level of the bot for seat ${number + 1}`, "data-key": `level:${number}`, "data-keep": true },
    (levels ?? []).map(({ name, title }) => h("option", { value: name, selected: name === "casual" }, title)),
  );
  return h(
    "div",
    { class: "link-tools" },
    address !== undefined &&
      h("input", {
        readonly: true,
        value: address,
        "aria-label": `Link of seat ${number + 1}`,
        "data-key": `link:${number}`,
        onfocus: (event) => event.target.select(),
      }),
    address !== undefined && button("copy", "Copy link", (event) => copyFrom(event.currentTarget, address)),
    h(
      "span",
      { class: "fill" },
      select,
      button("fill", "Give to a bot", (event) => fill(t, number, select.value, event.currentTarget)),
    ),
  );
}

/** @param {Table} t @param {number} seat @param {string} who @param {HTMLElement} place */
async function fill(t, seat, who, place) {
  const answer = await t.connection.ask({ do: "fill", seat, who });
  if (answer.kind === "error") bubble(answer.reason, place);
}

/** The form for the player's own name. @param {Table} t */
function nameForm(t) {
  const input = h("input", {
    name: "name",
    maxlength: "24",
    autocomplete: "nickname",
    value: playerName(),
    placeholder: t.game.name(t.game.bottom),
    "data-key": "name",
    "data-keep": true,
  });
  const status = h("small", { role: "status" });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (!name) return;
    status.textContent = (await t.plays.rename(name)) ?? "";
  };
  return h(
    "form",
    { class: "name-form", onsubmit: submit },
    h("label", { class: "field" }, h("span", null, "Your name"), input, status),
    h("button", { type: "submit", class: "button", "data-key": "name-save" }, "Save"),
  );
}

/** Ask a player who came through an invitation for a name. @param {HTMLElement} root @returns {Promise<void>} */
export function askName(root) {
  return new Promise((resolve) => {
    const input = h("input", { name: "name", maxlength: "24", autocomplete: "nickname" });
    root.replaceChildren(
      h("h2", { id: "waiting-title" }, "Join the table"),
      h("p", { class: "lead" }, "There is a seat for you. What should the others call you?"),
      h(
        "form",
        {
          class: "name-form",
          onsubmit: (event) => {
            event.preventDefault();
            const name = input.value.trim();
            if (name) setPlayerName(name);
            resolve();
          },
        },
        h("label", { class: "field" }, h("span", null, "Your name"), input),
        h("button", { type: "submit", class: "button primary", "data-action": "sit" }, "Sit down"),
      ),
    );
    root.hidden = false;
    input.focus();
  });
}
