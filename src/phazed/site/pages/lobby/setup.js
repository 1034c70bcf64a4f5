// The form for setting up a table: the game, the seats, a name and a seed.

/** @import { GameOption, Level, Options } from "../../answers.js" */
/** @import { Props } from "../../components/dom.js" */
/** @import { TableRequest } from "../../shell/types.js" */
import { h, spoken } from "../../components/dom.js";
import { CLOCKS } from "../table/people/clocks.js";

const SEATS = [0, 1, 2, 3];
/** @type {Record<string, string[]>} */
const PEOPLE = {
  you: ["You", "your own seat"],
  person: ["Another person", "joins with a code or link that is shown at the table"],
};
/** @type {[label: string, seats: string[]][]} */
const PRESETS = [
  ["Me and three bots", ["you", "casual", "casual", "casual"]],
  ["Me and a friend", ["you", "casual", "person", "casual"]],
  ["Four people", ["you", "person", "person", "person"]],
  ["Watch four bots", ["expert", "strong", "casual", "beginner"]],
];
const NUMBERS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/**
 * Fill in the form; `made` is called with the requested table.
 * @param {HTMLFormElement} form
 * @param {Options} options
 * @param {string} name
 * @param {(table: TableRequest, button: HTMLElement, problem: HTMLElement) => void} made
 */
export function setupForm(form, options, name, made) {
  const seats = SEATS.map((seat) => seatRow(seat, options.levels, changed));
  /** @param {Props} props */
  const text = (props) => h("input", { type: "text", ...props });
  const nameBox = text({ maxlength: "24", autocomplete: "nickname", value: name });
  const seedBox = text({ maxlength: "64", autocomplete: "off", spellcheck: "false" });
  const problem = h("p", { class: "problem", role: "alert" });
  const button = h("button", { type: "submit", class: "button primary big" }, "Sit down");
  const clock = h(
    "select",
    null,
    Object.entries(CLOCKS).map(([value, label]) => h("option", { value }, label)),
  );
  /** @type {HTMLInputElement} */
  const listed = h("input", { type: "checkbox", checked: true });
  const company = h(
    "div",
    { class: "details" },
    field("Clock", clock, "when time runs out, a bot plays the turn"),
    h(
      "label",
      { class: "switch" },
      listed,
      h("span", null, "List the table in the lobby", h("small", null, "otherwise, others need its code or a link")),
    ),
  );
  const nameField = field("Your name", nameBox, "shown to the other players");

  /** Update the form. If you choose another seat, a bot takes your previous one. @param {number} [seat] */
  function changed(seat) {
    if (seat !== undefined && seats[seat].value() === "you")
      for (const other of SEATS) if (other !== seat && seats[other].value() === "you") seats[other].choose("casual");
    const mine = seats.findIndex((each) => each.value() === "you");
    const others = seats.some((each) => each.value() === "person");
    button.textContent = mine >= 0 ? "Sit down" : others ? "Open the table" : "Watch";
    nameField.hidden = mine < 0;
    company.hidden = !others;
    nameBox.placeholder = others ? `Player ${mine + 1}` : "You";
  }

  /** @param {string[]} choices */
  function preset(choices) {
    for (const [seat, choice] of choices.entries()) seats[seat].choose(choice);
    changed();
  }

  form.replaceChildren(
    gameChoice(options.games),
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
      field("Seed (optional)", seedBox, "the same seed always deals the same cards"),
    ),
    company,
    h("div", { class: "submit" }, button, problem),
  );
  preset(PRESETS[0][1]);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    /** @type {TableRequest} */
    const table = {
      game: String(new FormData(form).get("game")),
      seats: seats.map((each) => each.value()),
      name: nameBox.value.trim(),
    };
    if (seedBox.value.trim()) table.seed = seedBox.value.trim();
    if (table.seats.includes("person")) Object.assign(table, { clock: clock.value, listed: listed.checked });
    made(table, button, problem);
  });
}

/** @param {string} label @param {HTMLElement} input @param {string} note */
function field(label, input, note) {
  return h("label", { class: "field" }, h("span", null, label), input, h("small", null, note));
}

// ------------------------------------------------------------------------------------------------- the games

/** @param {GameOption[]} games */
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

/** @param {GameOption} game @param {boolean} first */
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

/**
 * The row for a seat, with a choice of players.
 * @param {number} seat
 * @param {Level[]} levels
 * @param {(seat: number) => void} changed
 */
function seatRow(seat, levels, changed) {
  const note = h("small", { id: `seat-note-${seat}` });
  const about = { ...PEOPLE };
  for (const level of levels) about[level.name] = [`${level.title} bot`, level.about];
  /** @param {string} value */
  const option = (value) => h("option", { value }, about[value][0]);
  const describe = () => {
    note.textContent = about[select.value][1];
  };
  /** @type {HTMLSelectElement} */
  const select = h(
    "select",
    {
      id: `seat-choice-${seat}`,
      "aria-describedby": note.id,
      onchange: () => {
        describe();
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
      h("span", { class: `badge seat-${seat}`, "aria-hidden": "true" }, String(seat + 1)),
      spoken(`Seat ${seat + 1}`),
    ),
    h("div", null, select, note),
  );
  return {
    row,
    value: () => select.value,
    /** @param {string} value */
    choose(value) {
      select.value = value;
      describe();
    },
  };
}
