// An exercise: the position of a mistake, in which plays are tried until one is found that costs nothing.

/** @import { Frames, Decision, PlayChoices, TriedPlay } from "../../answers.js" */
/** @import { Moment } from "../../components/types.js" */
/** @import { Play } from "../../components/plays.js" */
import { h, messageOf } from "../../components/dom.js";
import { predicate } from "../../components/narration.js";
import { stepOf } from "../../components/plays.js";
import { drawnSentence } from "../../components/replay-board.js";
import { ask } from "../../shell/ask.js";
import { withCards } from "../table/view/text.js";

const READERS = { isYou: () => true, isOpen: () => false };

/**
 * The exercise; `solved` is called when a good play was found, or the answer is shown.
 * @param {Frames} frames
 * @param {string} address  of the exercises of the game
 * @param {Decision} mistake
 * @param {Moment} before
 * @param {(found: boolean) => void} solved
 */
export function exercise(frames, address, mistake, before, solved) {
  const { hand, place, seat } = mistake;
  const choices = h("div", { class: "exercise-plays", role: "group", "aria-label": "Plays" }, "Loading the plays…");
  const verdict = h("p", { class: "verdict", role: "status" });
  const why = h("p", { class: "why" });
  const answer = h(
    "button",
    { type: "button", class: "button quiet", onclick: () => finish(false) },
    "Show the answer",
  );
  /** @param {Play} play */
  const words = (play) =>
    drawnSentence(frames, predicate(frames, stepOf(seat, play, before.state.done[seat]), before.state, READERS));

  /** Show why the best play is good. @param {boolean} found */
  function finish(found) {
    if (!found) verdict.replaceChildren("Best is to ", ...words(mistake.best), ".");
    why.replaceChildren(...mistake.reasons.flatMap((reason, at) => [at ? " " : "", ...withCards(reason)]));
    answer.hidden = true;
    solved(found);
  }

  /** @param {HTMLButtonElement} button @param {Play} play */
  async function attempt(button, play) {
    if (button.ariaDisabled) return;
    button.ariaDisabled = "true";
    verdict.textContent = "The coach looks at it…";
    try {
      /** @type {TriedPlay} */
      const { grade, loss, error } = await ask(address, { hand, place, play });
      button.classList.add(grade ? "wrong" : "right");
      if (grade) {
        const cost = `${(100 * loss).toFixed(1)} % ± ${(100 * error).toFixed(1)} %`;
        verdict.replaceChildren("✗ To ", ...words(play), ` costs ${cost}. Try another play.`);
      } else {
        verdict.replaceChildren("✓ To ", ...words(play), " costs nothing that matters. Well found!");
        finish(true);
      }
    } catch (error) {
      verdict.textContent = messageOf(error);
      button.ariaDisabled = null;
    }
  }

  /** @param {Play} play */
  const button = (play) => {
    /** @type {HTMLButtonElement} */
    const made = h(
      "button",
      { type: "button", class: "button small", onclick: () => attempt(made, play) },
      words(play),
    );
    return made;
  };

  ask(`${address}?hand=${hand}&place=${place}`)
    .then((/** @type {PlayChoices} */ { plays }) => choices.replaceChildren(...plays.map(button)))
    .catch((error) => choices.replaceChildren(h("span", { class: "problem" }, messageOf(error))));
  return h(
    "div",
    { class: "choice exercise" },
    h("h3", null, "What would you play?"),
    h("p", { class: "note" }, `In the game this was ${mistake.grade === "inaccuracy" ? "an" : "a"} ${mistake.grade}.`),
    choices,
    verdict,
    why,
    answer,
  );
}
