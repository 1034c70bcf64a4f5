// What the teacher can do about one student: a new link, disqualification of a bot, deletion.

/** @import { Student, StudentVersion } from "../../answers.js" */
/** @import { Refresh } from "./teacher.js" */
import { h } from "../../components/dom.js";
import { makeDialog } from "../../shell/dialog.js";
import { post } from "./class-api.js";
import { action, attempt, copyBox, problemLine } from "../../components/panels.js";

/** Open the dialog. @param {Student} student @param {Refresh} changed */
export function openStudent(student, changed) {
  const problem = problemLine();
  const version = student.active ?? student.latest;
  const dialog = makeDialog(
    student.name,
    "student-dialog",
    problem,
    linkPart(student, changed, problem),
    version && botPart(version, changed, problem, () => dialog.close()),
    deletePart(student, changed, problem, () => dialog.close()),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {Student} student @param {Refresh} changed @param {HTMLElement} problem */
function linkPart({ id, link }, changed, problem) {
  const place = h("div", null, copyBox(link));
  const renew = async () => {
    const { link: now } = await post(`/api/class/students/${id}/renew`);
    place.replaceChildren(copyBox(now));
    await changed();
  };
  return h(
    "section",
    null,
    h("h3", null, "Personal link"),
    place,
    h("p", { class: "note" }, "A new link makes the old one invalid, and signs the student out everywhere."),
    action("Make a new link", renew, problem, "small"),
  );
}

/** @param {StudentVersion} version @param {Refresh} changed @param {HTMLElement} problem @param {() => void} close */
function botPart({ id, version, state, disqualified }, changed, problem, close) {
  /** @param {string} why */
  const judge = async (why) => {
    await post(`/api/class/submissions/${id}/disqualify`, { why });
    await changed();
    close();
  };
  const reason = h("input", { required: true, maxlength: 500 });
  const button = h("button", { type: "submit", class: "button small" }, "Disqualify");
  const form = h(
    "form",
    {
      class: "in-a-row",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void attempt(button, () => judge(reason.value), problem);
      },
    },
    h("label", { class: "field" }, h("span", null, "Reason, which the student and the report show"), reason),
    button,
  );
  return h(
    "section",
    null,
    h("h3", null, `Bot, version ${version}`),
    state === "passed" && h("p", null, h("a", { href: `/bots/${id}` }, "Its page, with code and errors")),
    disqualified
      ? [
          h("p", { class: "reason" }, `Disqualified: ${disqualified}`),
          action("Let it play again", () => judge(""), problem, "small"),
        ]
      : form,
  );
}

/** @param {Student} student @param {Refresh} changed @param {HTMLElement} problem @param {() => void} close */
function deletePart({ id, name }, changed, problem, close) {
  const remove = async () => {
    await post(`/api/class/students/${id}/delete`);
    await changed();
    close();
  };
  const sure = h(
    "div",
    { class: "stack", hidden: true },
    h("p", null, `Delete ${name} with all submissions and their files? This cannot be undone.`),
    action("Delete for good", remove, problem, "small danger"),
  );
  const first = h(
    "button",
    {
      type: "button",
      class: "button small",
      onclick: () => {
        first.hidden = true;
        sure.hidden = false;
        sure.querySelector("button")?.focus();
      },
    },
    "Delete…",
  );
  return h("section", null, h("h3", null, "Delete the student"), first, sure);
}
