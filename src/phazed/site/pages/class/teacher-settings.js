// The settings of the class.

/** @import { ClassSettings } from "../../answers.js" */
/** @import { Part, Refresh } from "./teacher.js" */
import { h } from "../../components/dom.js";
import { post } from "./class-api.js";
import { attempt, panel, problemLine } from "../../components/panels.js";
import { fromLocal, localValue, moment } from "./times.js";

/** @param {string} label @param {HTMLElement} input @param {string} [note] */
const field = (label, input, note) =>
  h("label", { class: "field" }, h("span", null, label), input, note ? h("small", null, note) : null);

/** @param {string} label @param {HTMLInputElement} box @param {string} note */
const onOff = (label, box, note) =>
  h("label", { class: "switch" }, box, h("span", null, label, h("small", null, note)));

/** @param {ClassSettings} settings @param {Refresh} changed @returns {Part} */
export function settingsPart(settings, changed) {
  const problem = problemLine();
  const status = h("p", { class: "note", role: "status" });
  const title = h("input", { id: "class-title", value: settings.title, maxlength: 80, required: true });
  const deadline = h("input", { id: "deadline", type: "datetime-local", value: localValue(settings.deadline) });
  const guests = h("input", { type: "checkbox", checked: settings.guests });
  const ladder = h("input", { type: "checkbox", checked: settings.ladder });
  const errors = h("input", { type: "number", min: 1, max: 1000, value: settings.errors, required: true });
  const matches = h("input", { type: "number", min: 4, max: 10_000, value: settings.final_matches, required: true });
  const space = h("input", { type: "number", min: 100, max: 10_000_000, value: settings.space, required: true });
  const percent = h("input", {
    type: "number",
    min: 0,
    max: 100,
    step: "any",
    value: settings.late_percent,
    required: true,
  });
  const days = h("input", { type: "number", min: 0, max: 366, value: settings.late_days, required: true });
  const address = h("input", { type: "url", value: settings.address, placeholder: "https://class.example.org" });
  const button = h("button", { type: "submit", class: "button primary" }, "Save");

  async function save() {
    /** @type {ClassSettings} */
    const now = await post("/api/class/settings", {
      title: title.value.trim(),
      deadline: fromLocal(deadline.value),
      guests: guests.checked,
      ladder: ladder.checked,
      errors: Number(errors.value),
      final_matches: Number(matches.value),
      space: Number(space.value),
      late_percent: Number(percent.value),
      late_days: Number(days.value),
      address: address.value.trim().replace(/\/+$/, ""),
    });
    const closes = now.deadline === null ? "There is no deadline." : `The deadline is ${moment(now.deadline, true)}.`;
    status.textContent = `Saved. ${closes}`;
    await changed();
  }

  const form = h(
    "form",
    {
      class: "stack",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        status.textContent = "";
        await attempt(button, save, problem);
      },
    },
    field("Title", title),
    field(
      "Deadline",
      deadline,
      "In the time of this computer; empty for none. What comes later plays outside of the ranking.",
    ),
    onOff("Guests", guests, "People who are not signed in see the scoreboard, the pages of the bots and the league."),
    onOff("Ladder", ladder, "The bots play against each other all the time."),
    field("Errors until a bot rests", errors, "On the ladder; its author then hands in a new version."),
    field("Matches of each bot in the final", matches),
    field(
      "Late policy: percent per day",
      percent,
      "What a late submission loses of its points for each day that has begun; 0 if only submissions in time are graded. The better of both counts.",
    ),
    field("Late policy: days", days, "Until then late submissions are graded, if they lose less than all points."),
    field(
      "Space of the folder in MB",
      space,
      "Above it, the plays of old matches of the ladder are deleted; results, ratings and errors stay.",
    ),
    field("Address for sign-in links", address, "Empty for the one at which this server listens."),
    h("div", null, button),
    problem,
    status,
  );
  return { element: panel("settings", "Settings of the class", form), show: () => {} };
}
