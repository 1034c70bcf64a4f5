// A submission's grade, shown to its author: `mountGrade(element, grade)`. The grade is embedded in the page.

/** @import { Finding, FunctionGrade, Grade } from "../../answers.js" */
import { h } from "../../components/dom.js";
import { duration, percent, plural } from "../../components/numbers.js";
import { dataTable, scroller } from "../../components/panels.js";
import { textBoxes } from "../../components/text-box.js";

/** Maximum number of mistakes shown for a function. */
const MAX_FINDINGS = 12;
const ABOUT_MARKS =
  "A mark is the sum of the rules that the function gets right, each with its weight; a rule with a few wrong answers " +
  "counts in part. A function that always gives the same answer gets 0 %, one without mistakes 100 %.";
const SEQUENCE =
  "The last call alone is answered rightly; after the calls before it, made in the same process, it is not.";

/** @param {HTMLElement} root @param {Grade} grade */
export function mountGrade(root, grade) {
  const { name, title, points, total, functions, failure, notes } = grade;
  root.replaceChildren(
    h("p", { class: "overline" }, `${title}: grade`),
    h("h1", { class: "name" }, name),
    ...(failure ? [h("p", { class: "notice" }, `It could not be graded: ${failure.got}`)] : []),
    ...notes.map((note) => h("p", { class: "notice" }, note)),
    h("dl", { class: "facts" }, h("div", null, h("dt", null, "Points"), h("dd", null, `${points} of ${total}`))),
    ...(failure
      ? [
          h("p", { class: "muted" }, [failure.where, failure.explanation].filter(Boolean).join(". ")),
          ...textBoxes({ Traceback: failure.traceback }),
        ]
      : [
          h("h2", null, "Functions"),
          h("p", null, ABOUT_MARKS),
          functionTable(grade),
          ...functions.flatMap((each) => mistakes(grade, each)),
          ...ruleTable(functions),
          ...uncounted(grade),
        ]),
  );
}

/** @param {Grade} grade */
function functionTable({ functions, total }) {
  const rows = functions.map(({ function: name, mark, weight, right, cases, seconds, slowest, notes }) => [
    h("code", null, name),
    percent(mark, 1),
    `${points(total * weight * mark)} of ${points(total * weight)}`,
    `${right} of ${cases}`,
    seconds ? `${duration(seconds)}, at most ${duration(slowest)}` : "–",
    notes,
  ]);
  const heads = ["function", "mark", "points", "right", "time per call", "notes"];
  return scroller("Functions", dataTable("Functions", heads, rows));
}

/** @param {number} number */
const points = (number) => String(Number(number.toPrecision(3)));

/** @param {Grade} grade @param {FunctionGrade} graded */
function mistakes({ findings }, { function: name }) {
  const found = findings.filter((each) => each.function === name && each.lost);
  if (!found.length) return [];
  const rest = found.length - MAX_FINDINGS;
  return [
    h("h2", null, `Mistakes of ${name}`),
    h("p", null, "Each with the smallest call that shows it, which can be pasted into a Python prompt."),
    ...found.slice(0, MAX_FINDINGS).map(mistake),
    ...(rest > 0 ? [h("p", { class: "muted" }, `And ${plural(rest, "mistake")} more.`)] : []),
  ];
}

/** @param {Grade} grade */
function uncounted({ findings }) {
  const found = findings.filter((each) => !each.lost);
  if (!found.length) return [];
  return [
    h("h2", null, "Not counted"),
    h("p", null, "Mistakes that cost nothing, such as answers to arguments that the course promises never to give."),
    ...found.slice(0, MAX_FINDINGS).map(mistake),
  ];
}

/** @param {Finding} finding */
function mistake({
  function: name,
  title,
  rule,
  aspects,
  lost,
  call,
  earlier,
  expected,
  got,
  why,
  where,
  traceback,
  sentence,
  times,
  of,
}) {
  return h(
    "section",
    { class: "panel" },
    h(
      "h3",
      null,
      h("b", null, `${lost ? "It" : name} ${title}`),
      " ",
      rule && h("span", { class: "kind" }, `rule ${rule}`),
    ),
    aspects.length ? h("p", { class: "reason" }, `What these calls share: ${aspects.join("; ")}`) : "",
    earlier.length ? h("p", { class: "reason" }, SEQUENCE) : "",
    why && h("p", { class: "reason" }, why),
    where && h("p", { class: "reason" }, where),
    textBoxes({
      [earlier.length ? "The calls" : "The call"]:
        `${[...earlier, call].join("\n")}\n# expected: ${expected}\n# got: ${got}`,
      Traceback: traceback,
    }),
    rule && h("p", { class: "muted" }, `${rule} ${sentence}`),
    h("p", { class: "muted" }, `${times} of ${plural(of, "case")} ${rule ? "with this rule" : "of the function"}`),
  );
}

/** @param {FunctionGrade[]} functions */
function ruleTable(functions) {
  const rows = functions.flatMap(({ function: name, rules }) =>
    rules.map(({ rule, right, cases, negative, weight, credit, text }) => [
      h("code", null, name),
      rule,
      percent(weight),
      percent(credit),
      `${right} of ${cases}`,
      `${cases - negative} + ${negative}`,
      text,
    ]),
  );
  const heads = ["function", "rule", "weight", "counts", "right", "yes + no", "the rule"];
  return [
    h("h2", null, "Rules"),
    h(
      "p",
      null,
      "The weight of each rule in the mark of a function, how much of it counts, the right answers, and how many cases " +
        "have a positive answer and how many a negative one.",
    ),
    scroller("Rules", dataTable("Rules", heads, rows)),
  ];
}
