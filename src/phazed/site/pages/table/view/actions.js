// The buttons below the hand.

/** @import { Props } from "../../../components/dom.js" */
/** @import { Table } from "../parts.js" */
import { h } from "../../../components/dom.js";
import { PACES, settings } from "../../../shell/settings.js";
import { SORTINGS } from "../hand/held-cards.js";

/**
 * Add the buttons to the element and return the function that draws them.
 * @param {HTMLElement} root
 * @param {Table} t
 */
export function makeActions(root, t) {
  /** @param {string} action @param {string} words @param {() => unknown} act @param {Props} [more] */
  const button = (action, words, act, more = {}) =>
    h("button", { type: "button", class: "button", "data-action": action, onclick: act, ...more }, words);
  const phase = button("phase", "Phase", () => t.builder.toggleOpen(), { "data-tour": "phase" });
  const undo = button("undo", "Undo", () => t.plays.undo());
  const hint = button("hint", "Hint", () => t.hints.press(), { "data-tour": "hint" });
  const sort = button("sort", "Sort", () => t.hand.changeSorting());
  const takeOver = button("take-over", "Take over", () => t.plays.takeOver(), { class: "button primary" });
  const results = button("results", "Results", () => t.endDialog.open());
  const next = button("next", "Next hand", () => t.endDialog.next(), { class: "button primary" });
  const pause = button("pause", "Pause", () => t.flow.togglePause());
  const pace = h(
    "select",
    {
      "aria-label": "Pace",
      "data-action": "pace",
      onchange: (event) => {
        settings.pace = event.target.value;
      },
    },
    Object.entries(PACES).map(([value, words]) => h("option", { value }, words)),
  );
  root.append(takeOver, phase, undo, hint, sort, results, next, pause, pace);

  return function draw() {
    const { turn, ended, watching, known, laid, mine, seat, replaced, resigned } = t.game;
    const ready = mine ? t.game.ready : null;
    const { isOpen } = t.builder;
    takeOver.hidden = !replaced || resigned || Boolean(known.over);
    phase.hidden = hint.hidden = undo.hidden = watching || ended || replaced;
    if (!known.settings.hints) hint.hidden = true;
    sort.hidden = watching;
    results.hidden = !ended;
    next.hidden = !ended || (watching && !known.open) || Boolean(known.over) || replaced;
    next.disabled = seat !== null && known.ready.includes(seat);
    pause.hidden = pace.hidden = !known.open || Boolean(known.over);
    phase.classList.toggle("primary", ready !== null && !isOpen);
    phase.classList.toggle("ready", ready !== null && !isOpen);
    phase.classList.toggle("laid-already", laid !== null);
    phase.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) label(phase, "Close", " builder");
    else if (laid !== null) label(phase, `Phase ${laid} ✓`);
    else if (ready !== null) label(phase, `Lay phase ${ready}`);
    else label(phase, "Phase", " builder");
    undo.disabled = !(mine && turn?.undo);
    const sorting = SORTINGS[t.hand.sorting];
    label(sort, `⇅ ${sorting}`, " order");
    sort.title = "Change how your hand is sorted";
    label(pause, t.flow.paused ? "Play" : "Pause");
    pace.value = settings.pace;
  };
}

/**
 * Set an element's text; the second part is shown only on wide screens.
 * @param {HTMLElement} element
 * @param {string} text
 * @param {string} [more]
 */
export function label(element, text, more = "") {
  if (element.textContent === text + more) return;
  element.replaceChildren(text, ...(more ? [h("span", { class: "more" }, more)] : []));
}
