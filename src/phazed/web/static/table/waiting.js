// Before the game: who sits where, links for those who are still to come, and seats that can be given to bots.

import { copyFrom, h } from "/viewer/dom.js";
import { ask } from "../site/ask.js";
import { playerName, setPlayerName } from "../site/games.js";
import { SEEDED } from "./words.js";

const LEVELS = { beginner: "Beginner", casual: "Casual", strong: "Strong", expert: "Expert" };

/** The address by which others find this server; the empty text if they do not. Null as long as it is not known. */
let origin = /^(localhost|127\.|\[::1)/.test(location.hostname) ? null : location.origin;
let asking = false;

/** A link that names this computer as it calls itself would lead others nowhere. */
async function findOrigin(t) {
  if (origin !== null || asking) return;
  asking = true;
  const { share } = await ask("/api/options").catch(() => ({ share: [] }));
  origin = share[0] ?? "";
  t.render();
}

/** Fill the element with the waiting room. `t` is the table. */
export function drawWaiting(root, t) {
  const { table } = t.game;
  const focused = root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const chosen = new Map([...root.querySelectorAll("[data-keep]")].map((each) => [each.dataset.key, each.value]));
  const free = table.seats.some((seat) => !seat.taken);
  const inviting = table.host && table.links && Object.keys(table.links).length > 0;
  if (inviting) findOrigin(t);
  root.replaceChildren(
    h("h2", { id: "waiting-title" }, free ? "Waiting for players" : "Everybody is here"),
    h("p", { class: "lead" }, lead(table)),
    inviting && origin === "" ? h("p", { class: "lead" }, ...hereOnly()) : "",
    table.seeded ? h("p", { class: "lead" }, SEEDED) : "",
    table.seat === null ? "" : nameForm(t),
    h("ol", { class: "waiting-seats" }, table.seats.map((_, seat) => seatRow(t, seat))),
  );
  for (const [key, value] of chosen) {
    const same = root.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (same) same.value = value;
  }
  if (focused) root.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

const hereOnly = () => [
  "Only this computer can open these links. For others, start the table with ",
  h("code", null, "phazed play --host 0.0.0.0"),
  ".",
];

function lead(table) {
  const begins = "The game begins when every seat is taken.";
  if (table.host) return `Send each friend the link of a seat. ${begins}`;
  if (table.gives) return `${begins} Whoever made the table is away, so you can give free seats to bots.`;
  return table.seat === null ? `You are watching. To sit down, ask for the link of a free seat. ${begins}` : begins;
}

function seatRow(t, number) {
  const { table } = t.game;
  const seat = table.seats[number];
  const link = seat.taken ? null : table.links?.[number];
  const present = seat.who === "person" ? (seat.here ? "is here" : "is away") : `bot, ${seat.who}`;
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

/** A free seat's link, for who made the table, and the choice of a bot for it. */
function seatTools(t, number, address) {
  const button = (action, label, act) =>
    h(
      "button",
      { type: "button", class: "button", "data-action": action, "data-key": `${action}:${number}`, onclick: act },
      label,
    );
  const select = h(
    "select",
    { "aria-label": `Strength of the bot for seat ${number + 1}`, "data-key": `level:${number}`, "data-keep": true },
    Object.entries(LEVELS).map(([value, label]) => h("option", { value, selected: value === "casual" }, label)),
  );
  return h(
    "div",
    { class: "link-tools" },
    address &&
      h("input", {
        readonly: true,
        value: address,
        "aria-label": `Link of seat ${number + 1}`,
        "data-key": `link:${number}`,
        onfocus: (event) => event.target.select(),
      }),
    address && button("copy", "Copy link", (event) => copyFrom(event.currentTarget, address)),
    h(
      "span",
      { class: "fill" },
      select,
      button("fill", "Give to a bot", (event) => fill(t, number, select.value, event.currentTarget)),
    ),
  );
}

async function fill(t, seat, who, place) {
  const answer = await t.live.ask({ do: "fill", seat, who });
  if (answer.kind === "error") t.say(answer.reason, place);
}

/** One's own name, which can be changed. */
function nameForm(t) {
  const input = h("input", {
    name: "name",
    maxlength: "24",
    autocomplete: "nickname",
    value: playerName() ?? "",
    placeholder: t.game.name(t.game.seat),
    "data-key": "name",
    "data-keep": true,
  });
  const said = h("small", { role: "status" });
  const submit = async (event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (!name) return;
    setPlayerName(name);
    const answer = await t.live.ask({ do: "name", name });
    if (answer.kind === "error") said.textContent = answer.reason;
  };
  return h(
    "form",
    { class: "name-form", onsubmit: submit },
    h("label", { class: "field" }, h("span", null, "Your name"), input, said),
    h("button", { type: "submit", class: "button", "data-key": "name-save" }, "Save"),
  );
}

/** Ask somebody who came by a link for a name; gives it, or the empty text. */
export function askName(root) {
  return new Promise((resolve) => {
    const input = h("input", { name: "name", maxlength: "24", autocomplete: "nickname" });
    root.replaceChildren(
      h("h2", { id: "waiting-title" }, "Sit down at the table"),
      h("p", { class: "lead" }, "A seat is kept for you. How shall the others call you?"),
      h(
        "form",
        {
          class: "name-form",
          onsubmit: (event) => {
            event.preventDefault();
            const name = input.value.trim();
            if (name) setPlayerName(name);
            resolve(name);
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
