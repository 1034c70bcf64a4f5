// Rounds in which everyone present plays at tables.

/** @import { Part, Refresh } from "./teacher.js" */
import { h } from "../../components/dom.js";
import { plural } from "../../components/numbers.js";
import { serverOptions } from "../../shell/ask.js";
import { post } from "./class-api.js";
import { attempt, panel, problemLine } from "../../components/panels.js";
import { moment } from "./times.js";

/** @type {Record<string, string>} */
const CLOCKS = { off: "No clock", relaxed: "Relaxed clock", quick: "Quick clock" };

/** @param {string} label @param {[value: string, text: string][]} choices */
function selection(label, choices) {
  const select = h(
    "select",
    null,
    choices.map(([value, text]) => h("option", { value }, text)),
  );
  return { select, element: h("label", { class: "field" }, h("span", null, label), select) };
}

/** @param {Refresh} changed @returns {Part} */
export function peoplePart(changed) {
  const problem = problemLine();
  const status = h("p", { class: "note", role: "status" });
  const present = h("p", { class: "present" });
  const list = h("ol", { class: "events" });
  const game = selection("Game", []);
  const clock = selection("Clock", Object.entries(CLOCKS));
  const button = h("button", { type: "submit", class: "button primary" }, "Start a round");
  /** @type {Record<string, string>} */
  let titles = {};
  serverOptions()
    .then(({ games }) => {
      titles = Object.fromEntries(games.map(({ name, title }) => [name, title]));
      game.select.replaceChildren(...games.map(({ name, title }) => h("option", { value: name }, title)));
      void changed();
    })
    .catch((error) => {
      problem.textContent = error.message;
    });

  async function start() {
    const { round, people, tables } = await post("/api/class/rounds", {
      game: game.select.value,
      clock: clock.select.value,
    });
    status.textContent = `Round ${round}: ${people} people at ${plural(tables, "table")}.`;
    await changed();
  }

  const form = h(
    "form",
    {
      class: "in-a-row",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        status.textContent = "";
        void attempt(button, start, problem);
      },
    },
    game.element,
    clock.element,
    button,
  );
  const element = panel(
    "people",
    "People at tables",
    present,
    h(
      "p",
      { class: "note" },
      "Students count as here while they have the page of the class open. A round seats all of them by fours; bots fill empty seats.",
    ),
    form,
    problem,
    status,
    h("p", null, h("a", { class: "button", href: "/projector", target: "_blank" }, "Show all tables on a projector")),
    h("h3", null, "Rounds"),
    list,
  );
  return {
    element,
    show: ({ present: people, rounds }) => {
      present.replaceChildren(
        h("b", null, String(people.length)),
        ` ${people.length === 1 ? "student is" : "students are"} here.`,
      );
      const items = rounds.map((round) =>
        h(
          "li",
          null,
          h("span", { class: "note" }, moment(round.time)),
          ` Round ${round.id}: ${titles[round.game] ?? round.game}, ${CLOCKS[round.clock]?.toLowerCase() ?? round.clock}`,
        ),
      );
      list.replaceChildren(...(items.length ? items.reverse() : [h("li", { class: "note" }, "None yet.")]));
    },
  };
}
