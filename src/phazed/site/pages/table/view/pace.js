// The button that changes the pace of the other players' plays.

import { byId, query } from "../../../components/dom.js";
import { PACES, settings } from "../../../shell/settings.js";

const ORDER = /** @type {(keyof typeof PACES)[]} */ (["slow", "normal", "fast", "instant"]);
const button = query(byId("table"), '[data-action="faster"]');

const pace = () => /** @type {keyof typeof PACES} */ (settings.pace);
/** The next faster pace, or the normal one after the fastest. */
const next = () => ORDER[ORDER.indexOf(pace()) + 1] ?? "normal";

button.addEventListener("click", () => {
  settings.pace = next();
});

/** Show or hide the button; at tables with bots only, there is a choice of paces instead. @param {boolean} shown */
export function drawPace(shown) {
  const isFastest = pace() === "instant";
  button.hidden = !shown;
  const verb = isFastest ? "Slower" : "Faster";
  button.setAttribute("aria-label", `${verb}: the pace of the other players is ${PACES[pace()].toLowerCase()}`);
  query(button, ".wide").textContent = verb;
  query(button, ".sign").textContent = isFastest ? "▸" : "▸▸";
}
