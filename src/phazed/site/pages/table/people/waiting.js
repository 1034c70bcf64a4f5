// The waiting room before the game: the invitation, the seats, links to free seats, and bots for free seats.

/** @import { Level, TableMessage } from "../../../answers.js" */
/** @import { Table } from "../parts.js" */
import { copyFrom, focused, h, queryAll } from "../../../components/dom.js";
import { serverOptions } from "../../../shell/ask.js";
import { playerName, setPlayerName } from "../../../shell/games.js";
import { bubble } from "../view/bubbles.js";
import { conditions } from "./conditions.js";
import { countdown } from "../view/countdown.js";
import { hereOnly, invitation, knownOrigin, linkFor } from "./invitation.js";
import { presence, removeButton, watchers } from "./people.js";
import { SEEDED } from "../view/text.js";

/** @type {Level[] | null} */
let levels = null;
let asking = false;

/** Fetch the levels of bots from the server. @param {Table} t */
async function findLevels(t) {
  if (levels || asking) return;
  asking = true;
  const options = await serverOptions().catch(() => null);
  asking = false;
  levels = options?.levels ?? [];
  t.view.draw();
}

/** Draw the waiting room. @param {HTMLElement} root @param {Table} t */
export function drawWaiting(root, t) {
  const table = t.game.known;
  const focusedKey = root.contains(document.activeElement) ? focused()?.dataset.key : null;
  const chosen = fields(root).map((field) => ({ key: field.dataset.key, value: field.value }));
  const free = table.seats.some((seat) => !seat.taken);
  const inviting = table.host && Object.keys(table.links).length > 0;
  if (table.gives) findLevels(t);
  root.replaceChildren(
    h("h2", { id: "waiting-title" }, free ? "Waiting for players" : "All seats are taken"),
    h("p", { class: "lead" }, lead(table)),
    inviting && knownOrigin(t) === "" ? hereOnly() : "",
    table.seeded ? h("p", { class: "lead" }, SEEDED) : "",
    (free && invitation(t)) || "",
    free ? starting(t) : "",
    nameForm(t),
    h(
      "ol",
      { class: "waiting-seats" },
      table.seats.map((_, seat) => seatRow(t, seat)),
    ),
    h("p", { class: "watchers" }, watchers(t)),
    h("h3", null, "At this table"),
    conditions(t),
  );
  for (const { key, value } of chosen)
    for (const field of fields(root)) if (field.dataset.key === key && value) field.value = value;
  if (focusedKey)
    queryAll(root, `[data-key="${CSS.escape(focusedKey)}"]`)
      .at(0)
      ?.focus();
}

/** The fields whose values are kept when the page is redrawn. @param {HTMLElement} root */
const fields = (root) =>
  queryAll(root, "[data-keep]").filter((each) => each instanceof HTMLInputElement || each instanceof HTMLSelectElement);

/** The time until the game starts, and the button to start it now. @param {Table} t */
function starting(t) {
  const { gives, seats } = t.game.known;
  const { fill } = t.game.deadlines;
  const start = async (/** @type {any} */ event) => {
    const place = event.currentTarget;
    const answer = await t.connection.ask({ do: "start" });
    if (answer.kind === "error") bubble(answer.reason, place);
  };
  const attributes = { type: "button", class: "button primary", "data-action": "start", "data-key": "start" };
  return h(
    "div",
    { class: "starting" },
    fill === null ? null : h("p", null, "Bots take the free seats in ", countdown(fill), " s."),
    gives && seats.some(({ taken }) => taken)
      ? h("button", { ...attributes, onclick: start }, "Start now with bots")
      : null,
  );
}

/** @param {TableMessage} table */
function lead(table) {
  const begins = "The game starts when all seats are taken.";
  if (table.host) return `Tell the others the code, or send each of them the link to a seat. ${begins}`;
  if (table.gives) return `${begins} The host is away, so you can give free seats to bots.`;
  return table.seat === null ? `You are watching. To play, join with the table code. ${begins}` : begins;
}

/** @param {Table} t @param {number} number */
function seatRow(t, number) {
  const table = t.game.known;
  const seat = table.seats[number];
  const link = seat.taken ? undefined : table.links[number];
  return h(
    "li",
    { class: seat.taken ? "" : "free" },
    h("span", { class: `badge seat-${number}`, "aria-hidden": "true" }, [...table.names[number]][0]),
    h(
      "span",
      { class: "waiting-who" },
      h("b", { class: "name" }, table.names[number]),
      h("small", null, presence(t, number)),
    ),
    removeButton(t, number),
    !seat.taken && table.gives ? seatTools(t, number, link && linkFor(t, link)) : "",
  );
}

/**
 * The host's controls for a free seat: its link, and a choice of bots.
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
        "aria-label": `Link to seat ${number + 1}`,
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
    placeholder: t.game.watching ? "" : t.game.name(t.game.bottom),
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

/** Ask a player who has followed an invitation for a name. @param {HTMLElement} root @returns {Promise<void>} */
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
