// The grades of the course's functions, for the teacher.

/** @import { Grades, StudentGrade } from "../../answers.js" */
import { byId, h } from "../../components/dom.js";
import { percent, plural } from "../../components/numbers.js";
import { get, post } from "./class-api.js";
import { action, dataTable, scroller } from "../../components/panels.js";
import { poll } from "./polling.js";
import { session } from "./session.js";

const POLL_TIME = 3000;
const EXPLANATION =
  "Everybody's last submission before the deadline is asked the same cases, which are secret. 100 % is a function that " +
  "answers all of them rightly; what any constant answer earns counts as 0 %.";

const root = byId("grading");
const problem = byId("problem");

/** @param {StudentGrade} row @param {string[]} functions */
function gradeRow(row, functions) {
  const { name, number, section, submission, version, points, total } = row;
  const graded = points !== null && total !== null;
  return [
    { of: [h("span", { class: "name" }, name), h("small", null, [number, section].filter(Boolean).join(" · "))] },
    { of: graded ? `${points} of ${total}` : row.waiting ? "being graded" : "–", props: { class: "number strong" } },
    ...functions.map((each) => ({
      of: each in row.functions ? percent(row.functions[each]) : "–",
      props: { class: "number" },
    })),
    { of: graded ? h("a", { href: `/grades/${submission}` }, `Version ${version}`) : `Version ${version}` },
    row.remarks,
  ];
}

/** @param {Grades} grades @param {() => Promise<void>} changed */
function draw({ published, rows }, changed) {
  const functions = [...new Set(rows.flatMap((row) => Object.keys(row.functions)))];
  const graded = rows.filter((row) => row.points !== null).length;
  const waiting = rows.filter((row) => row.waiting).length;
  const more = waiting ? `, ${waiting} being graded` : "";
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
      action("Grade everybody", gradeAll, problem, "primary"),
      action(published ? "Hide the grades from students" : "Show students their grades", publish, problem),
      h("a", { class: "button", href: "/api/class/grades.csv", download: "grades.csv" }, "Grades as CSV"),
      h("a", { class: "button", href: "/teacher" }, "Back to the class"),
    ),
    h("p", { class: "note" }, published ? "Students see their own grade." : "Students do not see grades."),
    rows.length
      ? scroller(
          "Grades",
          dataTable(
            "Grades",
            ["Student", "Points", ...functions, "Submission", "Remarks"],
            rows.map((row) => gradeRow(row, functions)),
          ),
        )
      : h("p", { class: "note" }, "Nobody has handed in anything yet."),
    h("p", { class: "note explanation" }, EXPLANATION),
  );
}

let shown = "";

async function refresh() {
  /** @type {Grades} */
  const grades = await get("/api/class/grades");
  const text = JSON.stringify(grades);
  if (text === shown) return;
  shown = text;
  draw(grades, refresh);
}

void session();
poll(POLL_TIME, refresh, { problem });
