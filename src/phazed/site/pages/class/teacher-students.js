// The students in the class: the roster, and each student's link and state.

/** @import { ClassOverview, Student } from "../../answers.js" */
/** @import { Part, Refresh } from "./teacher.js" */
import { copyButton, h } from "../../components/dom.js";
import { plural } from "../../components/numbers.js";
import { upload } from "./class-api.js";
import { fileDrop } from "./file-drop.js";
import { badge, panel, problemLine } from "../../components/panels.js";
import { openStudent } from "./student-dialog.js";
import { moment } from "./times.js";

/** @param {Student} student */
function state({ active, latest }) {
  const version = active ?? latest;
  if (!version) return h("span", { class: "note" }, "–");
  const number = `v${version.version}`;
  if (version.disqualified) return badge("bad", `${number} disqualified`, version.disqualified);
  if (version.resting) return badge("bad", `${number} rests`, version.resting);
  if (!active)
    return version.state === "waiting"
      ? badge("plain", `${number} being checked`)
      : badge("bad", `${number} cannot play`);
  return badge(version.entered ? "good" : "gold", `${number} ${version.entered ? "plays" : "plays, unranked"}`);
}

/** @param {Student} student @param {boolean} here @param {Refresh} changed */
function studentRow(student, here, changed) {
  const { name, number, section, nickname, joined, link, versions, extension } = student;
  return h(
    "tr",
    null,
    h(
      "th",
      { scope: "row" },
      h("span", { class: "name" }, name),
      h("small", null, [number, section].filter(Boolean).join(" · ")),
    ),
    h(
      "td",
      null,
      nickname ? h("span", { class: "name" }, nickname) : h("span", { class: "note" }, "–"),
      here && badge("good", "here"),
    ),
    h("td", { class: "wide-only" }, joined ? moment(joined) : h("span", { class: "note" }, "not yet")),
    h("td", { class: "number wide-only" }, String(versions)),
    h("td", null, state(student), extension !== null && h("small", null, `until ${moment(extension)}`)),
    h(
      "td",
      { class: "row-actions" },
      labelled(copyButton(link), "Copy link", `Copy the link of ${name}`),
      h(
        "button",
        {
          type: "button",
          class: "copy",
          "aria-label": `More about ${name}`,
          onclick: () => openStudent(student, changed),
        },
        "More",
      ),
    ),
  );
}

/** @param {HTMLButtonElement} button @param {string} text @param {string} name */
function labelled(button, text, name) {
  button.textContent = text;
  button.title = name;
  return button;
}

/** Return the form for adding a roster. @param {Refresh} changed */
function rosterForm(changed) {
  const problem = problemLine();
  const status = h("p", { class: "note", role: "status" });
  /** @param {File} file */
  async function add(file) {
    status.textContent = "";
    const { new: added, known } = await upload("/api/class/roster", file);
    status.textContent = `${plural(added, "student")} added; ${known} were on the roster already.`;
    await changed();
  }
  const place = fileDrop(
    { label: "Roster", accept: ".csv,text/csv" },
    add,
    problem,
    h("b", null, "Drop a roster here"),
    ", a CSV file with the columns name, student number and, if you like, group and email; or a roster or gradebook of Canvas, " +
      "Moodle, Blackboard or Gradescope as it is",
  );
  return h("div", { class: "stack" }, place, problem, status);
}

/** @param {Refresh} changed @returns {Part} */
export function studentsPart(changed) {
  const rows = h("tbody");
  const found = h("p", { class: "note", role: "status" });
  const search = h("input", {
    type: "search",
    placeholder: "Find a student",
    "aria-label": "Find a student",
    oninput: () => draw(),
  });
  /** @type {ClassOverview | undefined} */
  let overview;
  let shown = "";

  function draw() {
    if (!overview) return;
    const { students, present } = overview;
    const asked = search.value.trim().toLowerCase();
    const some = students.filter(({ name, number, section, nickname }) =>
      [name, number ?? "", section, nickname ?? ""].some((text) => text.toLowerCase().includes(asked)),
    );
    found.textContent =
      some.length === students.length
        ? plural(students.length, "student")
        : `${some.length} of ${plural(students.length, "student")}`;
    const text = JSON.stringify([some, present]);
    if (text === shown || rows.contains(document.activeElement)) return;
    shown = text;
    rows.replaceChildren(...some.map((student) => studentRow(student, present.includes(student.id), changed)));
  }

  const head = [
    ["Student"],
    ["Nickname"],
    ["First sign-in", "wide-only"],
    ["Versions", "number wide-only"],
    ["Bot"],
    ["Link"],
  ];
  const table = h(
    "table",
    { class: "data students" },
    h("caption", { class: "visually-hidden" }, "Students"),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        head.map(([text, name]) => h("th", { scope: "col", class: name }, text)),
      ),
    ),
    rows,
  );
  const element = panel(
    "students",
    "Students",
    rosterForm(changed),
    h(
      "div",
      { class: "tools" },
      h("label", { class: "field" }, search),
      h("a", { class: "button", href: "/api/class/links.csv", download: "sign-in-links.csv" }, "Links as CSV"),
      h("a", { class: "button", href: "/api/class/ladder.csv", download: "ladder.csv" }, "Ranking as CSV"),
      found,
    ),
    table,
  );
  return {
    element,
    show: (now) => {
      overview = now;
      draw();
    },
  };
}
