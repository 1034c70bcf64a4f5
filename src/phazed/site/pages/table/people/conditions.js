// The settings of a table, which the host can change and everybody can read: clock, hints, spectators, listing in the
// lobby.

/** @import { TableConditions } from "../../../answers.js" */
/** @import { Table } from "../parts.js" */
import { h } from "../../../components/dom.js";
import { bubble } from "../view/bubbles.js";
import { CLOCKS } from "./clocks.js";

/** The settings in sentences. @param {TableConditions} settings @param {boolean} started */
export function sentences({ clock, hints, spectators, listed }, started) {
  return [
    clock === "off" ? "There is no clock." : `Clock: ${CLOCKS[clock].split(": ")[1]}, then a bot plays the turn.`,
    `Hints are ${hints ? "on" : "off"}.`,
    spectators ? "Spectators are allowed." : "Spectators are not allowed.",
    ...(started ? [] : [listed ? "The table is listed in the lobby." : "The table is not listed in the lobby."]),
  ];
}

/** The settings, as controls for the host and sentences for others. @param {Table} t */
export function conditions(t) {
  const { settings, host, started } = t.game.known;
  if (!host) return h("p", { class: "conditions" }, sentences(settings, started).join(" "));
  const change = async (/** @type {any} */ event, /** @type {Partial<TableConditions>} */ change) => {
    const place = event.currentTarget;
    const answer = await t.connection.ask({ do: "settings", ...change });
    if (answer.kind === "error") bubble(answer.reason, place);
  };
  /** @param {"hints" | "spectators" | "listed"} name @param {string} label */
  const box = (name, label) =>
    h(
      "label",
      { class: "switch" },
      h("input", {
        type: "checkbox",
        checked: settings[name],
        "data-key": `condition:${name}`,
        onchange: (event) => change(event, { [name]: event.currentTarget.checked }),
      }),
      h("span", null, label),
    );
  const clock = h(
    "select",
    {
      "data-key": "condition:clock",
      onchange: (event) => change(event, { clock: event.currentTarget.value }),
    },
    Object.entries(CLOCKS).map(([value, label]) => h("option", { value, selected: value === settings.clock }, label)),
  );
  return h(
    "div",
    { class: "conditions" },
    h("label", { class: "field" }, h("span", null, "Clock"), clock),
    box("hints", "Hints"),
    box("spectators", "Allow spectators"),
    started ? null : box("listed", "Listed in the lobby"),
  );
}
