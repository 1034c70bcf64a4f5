// The final: its state, and the buttons for starting it or playing it again.

/** @import { FinalState } from "../../answers.js" */
/** @import { Part, Refresh } from "./teacher.js" */
import { h } from "../../components/dom.js";
import { plural } from "../../components/numbers.js";
import { post } from "./class-api.js";
import { attempt, panel, problemLine } from "../../components/panels.js";

/** @param {FinalState} final @param {number} matches */
function stateText({ state, bots, why }, matches) {
  const again = why ? ` It is played again: ${why}` : "";
  if (state === "planned") return `The final has not begun. Each bot will play ${plural(matches, "match")}.`;
  if (state === "running") return `The final is being played by ${plural(bots ?? 0, "bot")}.${again}`;
  return `The final of ${plural(bots ?? 0, "bot")} is over.${again}`;
}

const resultLinks = () =>
  h(
    "p",
    { class: "tools" },
    h("a", { class: "button", href: "/results" }, "Results of the final"),
    h("a", { class: "button", href: "/results/ranking.csv", download: "final.csv" }, "Ranking as CSV"),
  );

/** @param {Refresh} changed @returns {Part} */
export function finalPart(changed) {
  const place = h("div", { class: "stack" });
  const problem = problemLine();
  let shown = "";

  /** Return a form that starts a final after confirmation. @param {boolean} again */
  function beginForm(again) {
    const reason = h("input", { required: again, maxlength: 500 });
    const sure = h("input", { type: "checkbox", required: true });
    const button = h(
      "button",
      { type: "submit", class: "button primary" },
      again ? "Play the final again" : "Begin the final",
    );
    const begin = async () => {
      await post("/api/class/final", { why: again ? reason.value : "" });
      await changed();
    };
    return h(
      "form",
      {
        class: "stack",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void attempt(button, begin, problem);
        },
      },
      again && h("label", { class: "field" }, h("span", null, "Reason, which the report shows"), reason),
      h(
        "label",
        { class: "switch" },
        sure,
        h(
          "span",
          null,
          again ? "Play it again with new deals" : "Close the submissions now, and play the final",
          h(
            "small",
            null,
            "The latest version of each student that came in time takes part, or the one that they chose.",
          ),
        ),
      ),
      h("div", null, button),
    );
  }

  return {
    element: panel("final", "Final", place, problem),
    show: ({ final, settings }) => {
      const text = JSON.stringify([final, settings.final_matches]);
      if (text === shown) return;
      shown = text;
      place.replaceChildren(
        h("p", null, stateText(final, settings.final_matches)),
        h("p", { class: "note" }, "SHA-256 of its seed: ", h("code", null, final.seed_hash)),
        ...(final.seed ? [h("p", { class: "note" }, "Its seed: ", h("code", null, final.seed))] : []),
        ...(final.state === "planned" ? [] : [resultLinks()]),
        ...(final.state === "running" ? [] : [beginForm(final.state === "over")]),
      );
    },
  };
}
