// The dialog for changing the player's settings.

/** @import { SettingName } from "./settings.js" */
import { cardFace } from "../components/cards.js";
import { h } from "../components/dom.js";
import { makeDialog } from "./dialog.js";
import { PACES, settings, setSetting } from "./settings.js";

/**
 * A setting with several choices.
 * @param {SettingName} name
 * @param {string} legend
 * @param {Record<string, string>} labels
 */
function choice(name, legend, labels) {
  const options = Object.entries(labels).map(([value, label]) =>
    h(
      "label",
      null,
      h("input", {
        type: "radio",
        name,
        value,
        checked: settings[name] === value,
        onchange: () => setSetting(name, value),
      }),
      h("span", null, label),
    ),
  );
  return h("fieldset", { class: "setting" }, h("legend", null, legend), h("div", { class: "segmented" }, options));
}

/** @param {"sound" | "letters"} name @param {string} label @param {string} note */
function onOff(name, label, note) {
  /** @type {HTMLInputElement} */
  const box = h("input", {
    type: "checkbox",
    checked: settings[name],
    onchange: () => setSetting(name, box.checked),
  });
  return h("label", { class: "setting switch" }, box, h("span", null, label, h("small", null, note)));
}

/**
 * Show the tour again, immediately if there is a table on the page and otherwise at the next table.
 * @param {HTMLDialogElement} dialog @param {HTMLElement} status
 */
async function tourAgain(dialog, status) {
  const { forgetTour, startTour } = await import("../pages/table/help/tour.js");
  forgetTour();
  if (document.querySelector("[data-tour]")) {
    dialog.close();
    startTour();
  } else status.textContent = "The tour starts the next time you sit down at a table.";
}

/** Open the dialog. */
export function openSettings() {
  if (document.querySelector("dialog.settings")) return;
  const sample = ["KS", "QH", "JD", "0C"].map(cardFace);
  const status = h("p", { class: "note", role: "status" });
  /** @type {HTMLDialogElement} */
  const dialog = makeDialog(
    "Settings",
    "settings",
    choice("theme", "Colours", { auto: "Same as system", light: "Light", dark: "Dark" }),
    choice("suits", "Suits", { two: "Two colours", four: "Four colours, with letters" }),
    h("div", { class: "sample", "aria-hidden": "true" }, sample),
    choice("pace", "Pace of the other players", PACES),
    onOff("sound", "Sound", "a soft tick when a card moves and when it is your turn"),
    onOff("letters", "Letter keys", "play with single keys: D draws a card, ? lists all keys"),
    h(
      "div",
      { class: "setting" },
      h(
        "button",
        { type: "button", class: "button", "data-action": "tour", onclick: () => tourAgain(dialog, status) },
        "Show the tour again",
      ),
      status,
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
