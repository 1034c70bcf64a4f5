// The form that sets up a table: which game, who sits where, a name, a seed.

import { h, spoken } from "/viewer/dom.js";

const SEATS = [0, 1, 2, 3];
const PEOPLE = {
  you: ["You", "you sit here"],
  person: ["Somebody else", "gets a link from you at the table, and can come back by it"],
};
const PRESETS = [
  ["Me and three bots", ["you", "casual", "casual", "casual"]],
  ["Me and a friend", ["you", "casual", "person", "casual"]],
  ["Four people", ["you", "person", "person", "person"]],
  ["Watch four bots", ["expert", "strong", "casual", "beginner"]],
];
const NUMBERS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/**
 * Fill the form. `can` is what the server can do, `name` the player's, and `made(order, button, problem)` is called
 * with what is to be asked of the server.
 */
export function setupForm(form, can, name, made) {
  const seats = SEATS.map((seat) => seatRow(seat, can.levels, changed));
  const text = (props) => h("input", { type: "text", ...props });
  const nameBox = text({ maxlength: "24", autocomplete: "nickname", value: name });
  const seedBox = text({ maxlength: "64", autocomplete: "off", spellcheck: "false" });
  const problem = h("p", { class: "problem", role: "alert" });
  const button = h("button", { type: "submit", class: "button primary big" }, "Sit down");
  const nameField = field("Your name", nameBox, "what the others see");

  /** Only one seat is one's own: who takes another one leaves a bot behind. */
  function changed(seat) {
    if (seat !== undefined && seats[seat].value() === "you")
      for (const other of SEATS) if (other !== seat && seats[other].value() === "you") seats[other].choose("casual");
    const mine = seats.findIndex((each) => each.value() === "you");
    const others = seats.some((each) => each.value() === "person");
    button.textContent = mine >= 0 ? "Sit down" : others ? "Open the table" : "Watch";
    nameField.hidden = mine < 0;
    nameBox.placeholder = others ? `Player ${mine + 1}` : "You";
  }

  function preset(choices) {
    choices.forEach((choice, seat) => seats[seat].choose(choice));
    changed();
  }

  form.replaceChildren(
    gameChoice(can.games),
    h(
      "fieldset",
      { class: "who-sits" },
      h("legend", null, "Who sits where?"),
      h(
        "div",
        { class: "presets", role: "group", "aria-label": "Quick choices" },
        PRESETS.map(([label, choices]) =>
          h("button", { type: "button", class: "chip", onclick: () => preset(choices) }, label),
        ),
      ),
      h(
        "ol",
        { class: "seats" },
        seats.map((each) => each.row),
      ),
    ),
    h(
      "div",
      { class: "details" },
      nameField,
      field("Seed (optional)", seedBox, "the same seed deals the same cards again"),
    ),
    h("div", { class: "submit" }, button, problem),
  );
  preset(PRESETS[0][1]);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const order = {
      game: new FormData(form).get("game"),
      seats: seats.map((each) => each.value()),
      name: nameBox.value.trim(),
    };
    if (seedBox.value.trim()) order.seed = seedBox.value.trim();
    made(order, button, problem);
  });
}

function field(label, input, note) {
  return h("label", { class: "field" }, h("span", null, label), input, h("small", null, note));
}

// ------------------------------------------------------------------------------------------------- the games

function gameChoice(games) {
  return h(
    "fieldset",
    null,
    h("legend", null, "Which game?"),
    h(
      "div",
      { class: "game-cards" },
      games.map((game, at) => gameCard(game, at === 0)),
    ),
  );
}

function gameCard(game, first) {
  const count = game.phases.length;
  const facts = [
    `${NUMBERS[count] ?? count} phases${game.any_order ? " in any order" : " in order"}`,
    `at most ${game.max_hands} hands`,
  ];
  return h(
    "div",
    { class: "game-card" },
    h(
      "label",
      null,
      h("input", { type: "radio", name: "game", value: game.name, checked: first }),
      h("b", null, game.title),
      h("span", { class: "about" }, game.about),
      h("small", { class: "facts" }, facts.join(" · ")),
    ),
    h(
      "details",
      null,
      h("summary", null, "The phases", spoken(` of ${game.title}`)),
      h(
        "ol",
        null,
        game.phases.map((phase) => h("li", null, phase.name)),
      ),
    ),
  );
}

// ------------------------------------------------------------------------------------------------- a seat

/** A seat's row: `{ row, value(), choose(value) }`. */
function seatRow(seat, levels, changed) {
  const note = h("small", { id: `seat-note-${seat}` });
  const about = { ...PEOPLE };
  for (const level of levels) about[level.name] = [`${level.title} bot`, level.about];
  const option = (value) => h("option", { value }, about[value][0]);
  const tell = () => (note.textContent = about[select.value][1]);
  const select = h(
    "select",
    {
      id: `seat-choice-${seat}`,
      "aria-describedby": note.id,
      onchange: () => {
        tell();
        changed(seat);
      },
    },
    h("optgroup", { label: "People" }, Object.keys(PEOPLE).map(option)),
    h(
      "optgroup",
      { label: "Bots" },
      levels.map((level) => option(level.name)),
    ),
  );
  const row = h(
    "li",
    { class: "seat" },
    h(
      "label",
      { for: select.id },
      h("span", { class: `badge seat-${seat}`, "aria-hidden": "true" }, String(seat)),
      spoken(`Seat ${seat}`),
    ),
    h("div", null, select, note),
  );
  return {
    row,
    value: () => select.value,
    choose(value) {
      select.value = value;
      tell();
    },
  };
}
