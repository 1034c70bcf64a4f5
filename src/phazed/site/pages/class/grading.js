// The grades of the course's functions, for the teacher.

/** @import { Grades, StudentGrade } from "../../answers.js" */
import { byId, h } from "../../components/dom.js";
import { percent, plural } from "../../components/numbers.js";
import { openAdjustments } from "./adjustments.js";
import { get, post } from "./class-api.js";
import { action, dataTable, scroller } from "../../components/panels.js";
import { poll } from "./polling.js";
import { session } from "./session.js";

const POLL_TIME = 3000;
const EXPLANATION =
  "Everybody's last submission before the deadline is asked the same cases, which are secret. 100 % is a function that " +
  "answers all of them rightly; what any constant answer earns counts as 0 %. A star marks what you have adjusted. After a " +
  "change of scheme.toml or cases.txt in the folder of the class, grade everybody again.";

const root = byId("grading");
const problem = byId("problem");

/** @param {StudentGrade} row @param {string[]} functions */
function gradeRow(row, functions) {
  const { name, number, section, submission, version, late, points, total, adjusted, current } = row;
  const graded = points !== null && total !== null;
  const notes = [late && "late", graded && !current && "graded by an earlier scheme"].filter(Boolean).join(", ");
  return [
    { of: [h("span", { class: "name" }, name), h("small", null, [number, section].filter(Boolean).join(" · "))] },
    {
      of: row.waiting ? "being graded" : graded ? `${points} of ${total}` : points === null ? "–" : String(points),
      props: { class: "number strong" },
    },
    ...functions.map((each) => ({
      of: each in row.functions ? `${percent(row.functions[each])}${each in adjusted ? " *" : ""}` : "–",
      props: { class: "number", title: adjusted[each]?.comment },
    })),
    {
      of: [
        submission === null
          ? "–"
          : graded
            ? h("a", { href: `/grades/${submission}` }, `Version ${version}`)
            : `Version ${version}`,
        notes && h("small", null, notes),
      ],
    },
    row.remarks,
    { of: forTeacher ? adjustButton(row) : null },
  ];
}

/** Return a button that opens a student's adjustments. @param {StudentGrade} row */
function adjustButton(row) {
  const open = () => openAdjustments(row, allFunctions, refresh);
  return h(
    "button",
    { type: "button", class: "button small", "aria-label": `Adjust the grade of ${row.name}`, onclick: open },
    "Adjust",
  );
}

/** @param {Grades} grades @param {() => Promise<void>} changed */
function draw({ published, rows, formats, functions: known }, changed) {
  allFunctions = known;
  const functions = [...new Set(rows.flatMap((row) => Object.keys(row.functions)))];
  const graded = rows.filter((row) => row.points !== null).length;
  const old = rows.filter((row) => row.submission !== null && row.points !== null && !row.current).length;
  const waiting = rows.filter((row) => row.waiting).length;
  const more = `${waiting ? `, ${waiting} being graded` : ""}${old ? `, ${old} by an earlier scheme` : ""}`;
  byId("facts").textContent = `${graded} of ${plural(rows.length, "student")} graded${more}`;
  const publish = async () => {
    await post("/api/class/settings", { grades: !published });
    await changed();
  };
  const gradeAll = async () => {
    await post("/api/class/grades");
    await changed();
  };
  root.replaceChildren(
    h(
      "p",
      { class: "tools" },
      forTeacher && action(old ? "Grade everybody again" : "Grade everybody", gradeAll, problem, "primary"),
      forTeacher &&
        action(published ? "Hide the grades from students" : "Show students their grades", publish, problem),
      h("a", { class: "button", href: "/api/class/grades.csv", download: "grades.csv" }, "Grades as CSV"),
      h("a", { class: "button", href: "/teacher" }, "Back to the class"),
    ),
    h(
      "p",
      { class: "formats" },
      "For the gradebook of ",
      formats.map((name) =>
        h(
          "a",
          { class: "button small", href: `/api/class/grades.csv?format=${name}`, download: `grades-${name}.csv` },
          name.charAt(0).toUpperCase() + name.slice(1),
        ),
      ),
    ),
    h("p", { class: "note" }, published ? "Students see their own grade." : "Students do not see grades."),
    rows.length
      ? scroller(
          "Grades",
          dataTable(
            "Grades",
            ["Student", "Points", ...functions, "Submission", "Remarks", forTeacher ? "Adjust" : ""],
            rows.map((row) => gradeRow(row, functions)),
          ),
        )
      : h("p", { class: "note" }, "Nobody has handed in anything yet."),
    h("p", { class: "note explanation" }, EXPLANATION),
  );
}

let shown = "";
let forTeacher = false;
/** @type {string[]} */
let allFunctions = [];

async function refresh() {
  /** @type {Grades} */
  const grades = await get("/api/class/grades");
  const text = JSON.stringify(grades);
  if (text === shown) return;
  shown = text;
  draw(grades, refresh);
}

session()
  .then((me) => {
    forTeacher = me.role === "teacher";
  })
  .finally(() => poll(POLL_TIME, refresh, { problem }));
