// The buttons below the hand.

import { h } from "/viewer/dom.js";
import { SORTS } from "./hand/hand.js";
import { settings } from "../site/settings.js";

const PACES = { slow: "Slow", normal: "Normal", fast: "Fast", instant: "At once" };

/** Put the buttons into the element; gives back what draws them. `t` is the table. */
export function makeActions(root, t) {
  const button = (action, words, act, more = {}) =>
    h("button", { type: "button", class: "button", "data-action": action, onclick: act, ...more }, words);
  const toggleBuilder = () => (t.builder.isOpen ? t.builder.close() : t.builder.open());
  const phase = button("phase", "Phase", toggleBuilder, { "data-tour": "phase" });
  const undo = button("undo", "Undo", () => t.undo());
  const hint = button("hint", "Hint", () => t.hints.press(), { "data-tour": "hint" });
  const sort = button("sort", "Sort", () => t.changeSorting());
  const results = button("results", "Results", () => t.endings.open());
  const next = button("next", "Next hand", () => t.endings.next(), { class: "button primary" });
  const pause = button("pause", "Pause", () => t.pause());
  const pace = h(
    "select",
    { "aria-label": "Pace", "data-action": "pace", onchange: (event) => (settings.pace = event.target.value) },
    Object.entries(PACES).map(([value, words]) => h("option", { value }, words)),
  );
  root.append(phase, undo, hint, sort, results, next, pause, pace);

  return function draw() {
    const { turn, ended, watching, table, laid, mine } = t.game;
    const ready = mine && turn.phases?.length > 0;
    phase.hidden = hint.hidden = undo.hidden = watching || ended;
    sort.hidden = watching;
    results.hidden = !ended;
    next.hidden = !ended || (watching && !table.open) || Boolean(table.over);
    next.disabled = table.ready?.includes(t.game.seat) ?? false;
    pause.hidden = pace.hidden = !table.open || Boolean(table.over);
    const { isOpen } = t.builder;
    phase.classList.toggle("primary", Boolean(ready) && !isOpen);
    phase.classList.toggle("ready", Boolean(ready) && !isOpen);
    phase.classList.toggle("laid-already", laid !== null);
    phase.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) label(phase, "Close", " builder");
    else if (laid !== null) label(phase, `Phase ${laid} ✓`);
    else if (ready) label(phase, `Lay phase ${turn.phases[0].phase}`);
    else label(phase, "Phase", " builder");
    undo.disabled = !(mine && turn.undo);
    label(sort, `⇅ ${SORTS[t.sorting]}`, " order");
    sort.setAttribute("aria-label", `⇅ ${SORTS[t.sorting]} order: change how your hand is sorted`);
    label(pause, t.paused ? "Play" : "Pause");
    pace.value = settings.pace;
  };
}

/** An element's words; what more there is to say fits on wide screens only. */
export function label(element, text, more = "") {
  if (element.textContent === text + more) return;
  element.replaceChildren(text, more && h("span", { class: "more" }, more));
}
