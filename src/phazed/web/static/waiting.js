// Before the game: who sits where, links for those who are still to come, and seats that can be given to bots.

import { copyFrom, h } from "/pages/dom.js";
import { playerName, setPlayerName } from "./games.js";

const LEVELS = { beginner: "Beginner", casual: "Casual", strong: "Strong", expert: "Expert" };

/** Fill the element with the waiting room. `t` is the table. */
export function drawWaiting(root, t) {
  const { table } = t.game;
  const focused = root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const typed = root.querySelector("input[name=name]")?.value;
  const free = table.seats.filter((seat) => !seat.taken).length;
  const own = table.seat === null ? null : nameForm(t, typed);
  root.replaceChildren(
    h("h2", { id: "waiting-title" }, free ? "Waiting for players" : "Everybody is here"),
    h(
      "p",
      { class: "lead" },
      table.host
        ? "Send each friend the link of a seat. The game begins when every seat is taken."
        : "The game begins when every seat is taken.",
    ),
    own ?? "",
    h("ol", { class: "waiting-seats" }, table.seats.map((_, seat) => seatRow(t, seat))),
  );
  if (focused) root.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
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
    h("span", { class: `badge seat-${number}`, "aria-hidden": "true" }, seat.taken ? [...table.names[number]][0] : "?"),
    h(
      "span",
      { class: "waiting-who" },
      h("b", { class: "name" }, seat.taken ? table.names[number] : `Seat ${number + 1}`),
      number === table.seat ? h("small", null, "you") : h("small", null, state),
    ),
    link ? linkTools(t, number, new URL(link, location.href).href) : "",
  );
}

function linkTools(t, number, address) {
  const button = (action, label, act) =>
    h(
      "button",
      { type: "button", class: "button", "data-action": action, "data-key": `${action}:${number}`, onclick: act },
      label,
    );
  const select = h(
    "select",
    { "aria-label": `Strength of the bot for seat ${number + 1}`, "data-key": `level:${number}` },
    Object.entries(LEVELS).map(([value, label]) => h("option", { value, selected: value === "casual" }, label)),
  );
  return h(
    "div",
    { class: "link-tools" },
    h("input", {
      readonly: true,
      value: address,
      "aria-label": `Link of seat ${number + 1}`,
      "data-key": `link:${number}`,
      onfocus: (event) => event.target.select(),
    }),
    button("copy", "Copy link", (event) => copyFrom(event.currentTarget, address)),
    h(
      "span",
      { class: "fill" },
      select,
      button("fill", "Give to a bot", () => t.live.ask({ do: "fill", seat: number, who: select.value })),
    ),
  );
}

/** One's own name, which can be changed. */
function nameForm(t, typed) {
  const input = h("input", {
    name: "name",
    maxlength: "24",
    autocomplete: "nickname",
    value: typed ?? playerName() ?? "",
    placeholder: t.game.name(t.game.seat),
    "data-key": "name",
  });
  const said = h("small", { role: "status" });
  const submit = async (event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (!name) return;
    setPlayerName(name);
    const answer = await t.live.ask({ do: "name", name });
    said.textContent = answer.kind === "error" ? answer.reason : "That is how the others see you.";
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
