// How people want their table. All of it stays in this browser.
//
//     settings.pace = "fast";                       is kept, applied, and told to whoever listens to `changed`
//     changed.addEventListener("change", …)

import { cardFace } from "/viewer/cards.js";
import { h } from "/viewer/dom.js";
import { keep, kept } from "./storage.js";

const SETTINGS = "phazed-settings";

/** What may be chosen, the first being what one has without choosing. */
const CHOICES = {
  theme: ["auto", "light", "dark"],
  suits: ["two", "four"],
  pace: ["normal", "slow", "fast", "instant"],
  sound: [false, true],
  sort: ["value", "suit", "phase"],
  hints: [true, false],
  letters: [true, false],
};
const PACES = { slow: 1400, normal: 800, fast: 350, instant: 0 };

function read() {
  const found = kept(SETTINGS, {});
  return Object.fromEntries(
    Object.entries(CHOICES).map(([name, choices]) => [name, choices.includes(found[name]) ? found[name] : choices[0]]),
  );
}

const values = read();

/** Dispatches "change" whenever a setting has changed, in this window or in another. */
export const changed = new EventTarget();

/** The settings; to assign one changes it for good. What may not be chosen is not taken. */
export const settings = new Proxy(values, {
  set(target, name, value) {
    if (CHOICES[name]?.includes(value) && target[name] !== value) {
      target[name] = value;
      keep(SETTINGS, target);
      applySettings();
    }
    return true;
  },
});

/** Let the page look as the settings say. */
export function applySettings() {
  const root = document.documentElement;
  if (values.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = values.theme;
  root.dataset.suits = values.suits;
  changed.dispatchEvent(new Event("change"));
}

/** How long one play of an opponent takes to be shown. */
export const milliseconds = () => PACES[values.pace];

window.addEventListener("storage", (event) => {
  if (event.key !== SETTINGS) return;
  Object.assign(values, read());
  applySettings();
});
applySettings();

// ------------------------------------------------------------------------------------------------- the dialog

/** A dialog with a title and a button that closes it; gone from the page once it is closed. */
export function makeDialog(title, name, ...content) {
  const close = () => dialog.close();
  const heading = h("h2", { id: `${name}-title` }, title);
  const dialog = h(
    "dialog",
    { class: `dialog ${name}`, "aria-labelledby": heading.id },
    h(
      "header",
      { class: "dialog-head" },
      heading,
      h("button", { type: "button", class: "close", "aria-label": "Close", onclick: close }, "✕"),
    ),
    ...content,
  );
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  dialog.addEventListener("close", () => dialog.remove());
  return dialog;
}

/** Some choices side by side, of which one holds. */
function choice(name, legend, labels) {
  const options = Object.entries(labels).map(([value, label]) =>
    h(
      "label",
      null,
      h("input", {
        type: "radio",
        name,
        value,
        checked: values[name] === value,
        onchange: () => (settings[name] = value),
      }),
      h("span", null, label),
    ),
  );
  return h(
    "fieldset",
    { class: "setting" },
    h("legend", null, legend),
    h("div", { class: "segmented" }, options),
  );
}

function onOff(name, label, note) {
  const box = h("input", {
    type: "checkbox",
    checked: values[name],
    onchange: () => (settings[name] = box.checked),
  });
  return h("label", { class: "setting switch" }, box, h("span", null, label, h("small", null, note)));
}

/** Show the tour again: at once where there is a table, else at the next one. */
async function tourAgain(dialog, said) {
  const { forgetTour, startTour } = await import("../table/tour.js");
  forgetTour();
  if (document.querySelector("[data-tour]")) {
    dialog.close();
    startTour();
  } else said.textContent = "It begins when you next sit down at a table.";
}

/** Open the dialog of the settings. */
export function openSettings() {
  if (document.querySelector("dialog.settings")) return;
  const sample = ["KS", "QH", "JD", "0C"].map(cardFace);
  const said = h("p", { class: "note", role: "status" });
  const dialog = makeDialog(
    "Settings",
    "settings",
    choice("theme", "Colours", { auto: "As the system", light: "Light", dark: "Dark" }),
    choice("suits", "Suits", { two: "Two colours", four: "Four, with letters" }),
    h("div", { class: "sample", "aria-hidden": "true" }, sample),
    choice("pace", "Pace of the others", { slow: "Slow", normal: "Normal", fast: "Fast", instant: "At once" }),
    onOff("sound", "Sound", "a soft tick when a card moves and when it is your turn"),
    onOff("letters", "Letter keys", "single letters play at the table: D draws a card, ? shows them all"),
    h(
      "div",
      { class: "setting" },
      h(
        "button",
        { type: "button", class: "button", "data-action": "tour", onclick: () => tourAgain(dialog, said) },
        "Show the tour again",
      ),
      said,
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
