// The player's settings, which are stored in this browser.
//
//     settings.pace = "fast";                       is stored, applied, and announced by `changed`
//     changed.addEventListener("change", …)

import { load, save } from "./storage.js";

const SETTINGS = "phazed-settings";

/**
 * @typedef {{ theme: string, suits: string, pace: string, sound: boolean, sort: string, hints: boolean,
 *   letters: boolean }} Settings
 */
/** @typedef {keyof Settings} SettingName */

/** The choices for each setting; the first is the default. @type {Record<SettingName, (string | boolean)[]>} */
const CHOICES = {
  theme: ["auto", "light", "dark"],
  suits: ["two", "four"],
  pace: ["normal", "slow", "fast", "instant"],
  sound: [false, true],
  sort: ["value", "suit", "phase"],
  hints: [true, false],
  letters: [true, false],
};
/** @type {Record<string, number>} */
const STEP_TIMES = { slow: 1200, normal: 450, fast: 200, instant: 0 };
/** The names of the paces. */
export const PACES = { slow: "Slow", normal: "Normal", fast: "Fast", instant: "Instant" };

/** @returns {Settings} */
function read() {
  const found = load(SETTINGS, {});
  const valid = Object.entries(CHOICES).map(([name, choices]) => [
    name,
    choices.includes(found[name]) ? found[name] : choices[0],
  ]);
  return Object.fromEntries(valid);
}

const values = read();

/** Dispatches "change" whenever a setting has changed, in this window or in another. */
export const changed = new EventTarget();

/** The settings. Assigning a value changes and stores a setting if the value is one of its choices. */
export const settings = new Proxy(values, {
  set(target, name, value) {
    const setting = /** @type {SettingName} */ (name);
    if (CHOICES[setting]?.includes(value) && target[setting] !== value) {
      Object.assign(target, { [setting]: value });
      save(SETTINGS, target);
      applySettings();
    }
    return true;
  },
});

/** Change a setting by its name. @param {SettingName} name @param {string | boolean} value */
export const setSetting = (name, value) => Object.assign(settings, { [name]: value });

/** Apply the settings to the page. */
export function applySettings() {
  const root = document.documentElement;
  if (values.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = values.theme;
  root.dataset.suits = values.suits;
  changed.dispatchEvent(new Event("change"));
}

/** The time for which another player's play is shown, in milliseconds. */
export const stepTime = () => STEP_TIMES[values.pace];

window.addEventListener("storage", (event) => {
  if (event.key !== SETTINGS) return;
  Object.assign(values, read());
  applySettings();
});
applySettings();
