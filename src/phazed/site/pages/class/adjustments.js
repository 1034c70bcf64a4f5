// Manual adjustments by the teacher: marks of functions, or points added to the grade, each with a comment.

/** @import { StudentGrade } from "../../answers.js" */
import { h } from "../../components/dom.js";
import { makeDialog } from "../../shell/dialog.js";
import { attempt, action, problemLine } from "../../components/panels.js";
import { post } from "./class-api.js";

const PERCENT = 100;

/** Open the dialog. @param {StudentGrade} row @param {string[]} functions @param {() => Promise<unknown>} changed */
export function openAdjustments({ person, name, adjusted }, functions, changed) {
  const problem = problemLine();
  const what = h(
    "select",
    null,
    h("option", { value: "" }, "Points that are added to the grade"),
    functions.map((each) => h("option", { value: each }, `Mark of ${each}, in percent`)),
  );
  const mark = h("input", { type: "number", step: "any", required: true });
  const comment = h("input", { required: true, maxlength: 1000 });
  /** @type {HTMLButtonElement} */
  const button = h("button", { type: "submit", class: "button primary" }, "Adjust");
  /** @param {string} chosen @param {number | null} value @param {string} said */
  const send = async (chosen, value, said) => {
    await post(`/api/class/students/${person}/adjust`, { function: chosen, mark: value, comment: said });
    await changed();
    dialog.close();
  };
  const adjust = () => send(what.value, Number(mark.value) / (what.value ? PERCENT : 1), comment.value);
  const form = h(
    "form",
    {
      class: "stack",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void attempt(button, adjust, problem);
      },
    },
    h("label", { class: "field" }, h("span", null, "What"), what),
    h("label", { class: "field" }, h("span", null, "Value"), mark),
    h("label", { class: "field" }, h("span", null, "Comment, which the student sees"), comment),
    h("div", null, button),
  );
  const made = Object.entries(adjusted).map(([each, { mark: value, comment: said }]) =>
    h(
      "li",
      null,
      each ? `${each}: ${(PERCENT * value).toFixed(1)} %` : `${value > 0 ? "+" : ""}${value} points`,
      `, ${said} `,
      action("Take back", () => send(each, null, ""), problem, "small"),
    ),
  );
  const dialog = makeDialog(
    `Adjust the grade of ${name}`,
    "adjust-dialog",
    made.length ? h("ul", null, made) : null,
    form,
    problem,
  );
  document.body.append(dialog);
  dialog.showModal();
}
