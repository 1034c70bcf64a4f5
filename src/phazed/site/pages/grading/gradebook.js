// A class's grades, shown to the teacher: `mountGradebook(element, book)`. The grades are embedded in the page.

/** @import { Gradebook } from "../../answers.js" */
import { h } from "../../components/dom.js";
import { percent, plural } from "../../components/numbers.js";
import { dataTable, scroller } from "../../components/panels.js";

/** @param {HTMLElement} root @param {Gradebook} book */
export function mountGradebook(root, book) {
  const { title, rows, common } = book;
  root.replaceChildren(
    h("p", { class: "overline" }, "For the teacher"),
    h("h1", null, title ? `${title}: grades` : "Grades"),
    ...(rows.length ? [facts(book), h("h2", null, "Submissions"), submissions(book)] : []),
    ...(common.length
      ? [
          h("h2", null, "Common mistakes"),
          table(
            "Common mistakes",
            ["submissions", "function", "rule", "mistake"],
            common.map(({ submissions: count, function: name, rule, title: mistake }) => [
              String(count),
              h("code", null, name),
              rule,
              `It ${mistake}.`,
            ]),
          ),
        ]
      : []),
  );
}

/** @param {string} title @param {string[]} heads @param {(Node | string)[][]} rows */
const table = (title, heads, rows) => scroller(title, dataTable(title, heads, rows));

/** @param {Gradebook} book */
function facts({ rows, mean, median, total, full, failed }) {
  const facts = [
    ["Submissions", String(rows.length), ""],
    ["Mean", `${mean.toFixed(1)} of ${total}`, `median ${median.toFixed(1)}`],
    ["All points", String(full), plural(full, "submission")],
    ["Not graded", String(failed), "could not be read or imported"],
  ];
  return h(
    "dl",
    { class: "facts" },
    facts.map(([title, value, note]) =>
      h("div", null, h("dt", null, title), h("dd", null, value), note && h("dd", { class: "note" }, note)),
    ),
  );
}

/** @param {Gradebook} book */
function submissions({ rows, functions }) {
  const heads = ["name", "points", ...functions.map((name) => name.replace(/^[a-z]+_/, "")), "mistakes"];
  return table(
    "Submissions",
    heads,
    rows.map(({ name, path, points, marks, mistakes }) => [
      h("a", { class: "name", href: path }, name),
      String(points),
      ...marks.map((mark) => percent(mark)),
      mistakes === null ? "–" : String(mistakes),
    ]),
  );
}
