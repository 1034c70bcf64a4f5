// The teacher's actions for one student: a new link, resetting the nickname, an extension, bots and versions, deletion.

/** @import { Student, StudentVersion, StudentVersions } from "../../answers.js" */
/** @import { Refresh } from "./teacher.js" */
import { h } from "../../components/dom.js";
import { makeDialog } from "../../shell/dialog.js";
import { get, post } from "./class-api.js";
import { action, attempt, copyBox, dataTable, problemLine } from "../../components/panels.js";
import { fromLocal, localValue, moment } from "./times.js";
import { openCode } from "./versions.js";

/** Open the dialog. @param {Student} student @param {Refresh} changed */
export function openStudent(student, changed) {
  const problem = problemLine();
  const version = student.active ?? student.latest;
  const close = () => dialog.close();
  const dialog = makeDialog(
    student.name,
    "student-dialog",
    problem,
    linkPart(student, changed, problem),
    namePart(student, changed, problem, close),
    extensionPart(student, changed, problem),
    version && botPart(version, changed, problem, close),
    version && versionsPart(student, problem),
    deletePart(student, changed, problem, close),
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

/** @param {Student} student @param {Refresh} changed @param {HTMLElement} problem @param {() => void} close */
function namePart({ id, nickname }, changed, problem, close) {
  if (!nickname) return null;
  const reset = async () => {
    await post(`/api/class/students/${id}/nickname`);
    await changed();
    close();
  };
  return h(
    "section",
    null,
    h("h3", null, "Nickname"),
    h("p", null, h("span", { class: "name" }, nickname)),
    action("Reset the nickname", reset, problem, "small"),
    h("p", { class: "note" }, "The student is then asked for another one."),
  );
}

/** @param {Student} student @param {Refresh} changed @param {HTMLElement} problem */
function extensionPart({ id, extension }, changed, problem) {
  const field = h("input", { type: "datetime-local", value: localValue(extension) });
  const button = h("button", { type: "submit", class: "button small" }, "Save");
  const save = async () => {
    await post(`/api/class/students/${id}/extension`, { deadline: fromLocal(field.value) });
    await changed();
  };
  return h(
    "section",
    null,
    h("h3", null, "Individual deadline"),
    h(
      "form",
      {
        class: "in-a-row",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void attempt(button, save, problem);
        },
      },
      h("label", { class: "field" }, h("span", null, "Extension, which counts if it is later; empty for none"), field),
      button,
    ),
  );
}

/** Return the list of all versions, with their code and checks. @param {Student} student @param {HTMLElement} problem */
function versionsPart({ id, versions }, problem) {
  const place = h("div", { class: "stack" });
  const show = async () => {
    /** @type {StudentVersions} */
    const found = await get(`/api/class/students/${id}`);
    place.replaceChildren(
      dataTable(
        "All versions",
        ["Version", "Handed in", "State", "Code"],
        found.all.map((each) => [
          h("a", { href: `/bots/${each.id}` }, `v${each.version}`),
          moment(each.submitted),
          versionState(each),
          action("Code", () => openCode(each.id, `Version ${each.version}`), problem, "small"),
        ]),
      ),
    );
  };
  return h("section", null, h("h3", null, "Versions"), action(`Show all ${versions}`, show, problem, "small"), place);
}

/** @param {StudentVersion} version */
function versionState({ state, late, active, entered, resting, disqualified }) {
  const facts = [{ waiting: "being checked", failed: "cannot play", passed: "able to play" }[state] ?? state];
  if (entered) facts.push("counts");
  if (active) facts.push("active");
  if (late) facts.push("late");
  if (resting) facts.push("resting");
  if (disqualified) facts.push("disqualified");
  return facts.join(", ");
}

/** @param {StudentVersion} version @param {Refresh} changed @param {HTMLElement} problem @param {() => void} close */
function botPart({ id, version, resting, disqualified }, changed, problem, close) {
  const wake = async () => {
    await post(`/api/class/submissions/${id}/wake`);
    await changed();
    close();
  };
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
    h("p", null, h("a", { href: `/bots/${id}` }, "Its page, with the check, code and errors")),
    resting && [
      h("p", { class: "reason" }, `It rests: ${resting}`),
      action("Let it play again", wake, problem, "small"),
    ],
    disqualified
      ? [
          h("p", { class: "reason" }, `Disqualified: ${disqualified}`),
          action("Take the disqualification back", () => judge(""), problem, "small"),
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
    h(
      "p",
      null,
      `Delete ${name} from the class, with all submissions, grades and names in results? Places and points of others stay. This cannot be undone.`,
    ),
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
