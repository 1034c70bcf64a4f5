// Similar submissions side by side, shown to teachers: `mountSimilarity(element, similarity)`. The data is embedded in
// the page.

/** @import { Match, Pair, Similarity } from "../../answers.js" */
import { h } from "../../components/dom.js";
import { percent, plural } from "../../components/numbers.js";
import { dataTable, scroller } from "../../components/panels.js";

/** Number of colours for shared parts; the fifth part has the same colour as the first. */
const COLOURS = 4;

/** @param {HTMLElement} root @param {Similarity} similarity */
export function mountSimilarity(root, similarity) {
  const { pairs, more, sources, groups } = similarity;
  root.replaceChildren(
    h("p", { class: "overline" }, "For the teacher"),
    h("h1", null, "Similar submissions"),
    h(
      "p",
      { class: "muted" },
      "Shared code is a reason to look at two submissions, not a proof of anything. Names, numbers, texts, type hints, " +
        "comments and white space do not count.",
    ),
    ...groups.map(({ names, share, representative }) =>
      h(
        "section",
        { class: "panel" },
        h("h3", null, `${plural(names.length, "submission")} share ${percent(share)} of their code`),
        h("p", null, names.join(", ")),
        h("p", { class: "muted" }, `Each is compared with ${representative} below.`),
      ),
    ),
    pairs.length ? pairTable(pairs) : h("p", { class: "notice" }, "No two submissions share much code."),
    ...(more ? [h("p", { class: "muted" }, `And ${plural(more, "pair")} more.`)] : []),
    ...leftOut(similarity),
    ...pairs.flatMap((pair, number) => [
      h("h2", { id: `pair-${number}` }, `${pair.first} and ${pair.second}`),
      h(
        "div",
        { class: "sides" },
        h("div", { class: "side" }, files(sources[pair.first], marked(pair.matches, true))),
        h("div", { class: "side" }, files(sources[pair.second], marked(pair.matches, false))),
      ),
    ]),
  );
}

/**
 * Describe which submissions and references were compared, and which code did not count and why.
 * @param {Similarity} similarity
 */
function leftOut({ compared, references, skipped, threshold, usual, common, given }) {
  const others = references ? ` and ${plural(references, "other program")}` : "";
  return [
    h("h2", null, "What was compared"),
    h(
      "p",
      null,
      `${plural(compared, "submission")}${others}. Pairs are listed from ${percent(threshold)} on, and with less if a ` +
        `whole function is shared; three quarters of all pairs share at most ${percent(usual)}. The order is that of ` +
        "surprise: code that few submissions have counts most.",
    ),
    ...(given
      ? [h("p", null, `Code that was given to all does not count: ${plural(given, "submission")} contain it.`)]
      : []),
    ...common.map(({ submissions, share, name, parts }) =>
      h(
        "p",
        null,
        `Code that ${plural(submissions, "submission")} have does not count, ${percent(share)} of one. In ${name}: ` +
          `${parts.map(([file, first, last]) => `${file} lines ${first} to ${last}`).join(", ")}. It may be a handout.`,
      ),
    ),
    ...(skipped.length ? [h("p", null, `With little code of their own, not compared: ${skipped.join(", ")}.`)] : []),
  ];
}

/** @param {Pair[]} pairs */
function pairTable(pairs) {
  const heads = [
    "similar",
    "submission",
    "of it in the other",
    "submission",
    "of it in the other",
    "shared",
    "functions",
  ];
  const rows = pairs.map(({ share, first, first_share, second, second_share, matches, functions }, number) => [
    h("a", { href: `#pair-${number}` }, percent(share)),
    first,
    percent(first_share),
    second,
    percent(second_share),
    plural(matches.length, "part"),
    functions.map((each) => (each.first === each.second ? each.first : `${each.first} as ${each.second}`)).join(", "),
  ]);
  return scroller("Similar submissions", dataTable("Similar submissions", heads, rows));
}

/**
 * Map each "file:line" to the number of its match; if several matches share a line, the longest one counts.
 * @param {Match[]} matches @param {boolean} isFirst
 */
function marked(matches, isFirst) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const [number, match] of matches.entries()) {
    const file = isFirst ? match.first_file : match.second_file;
    const [begin, end] = isFirst ? match.first_lines : match.second_lines;
    for (let line = begin; line <= end; line += 1)
      if (!found.has(`${file}:${line}`)) found.set(`${file}:${line}`, number);
  }
  return found;
}

/** @param {Record<string, string[]>} sources @param {Map<string, number>} marks */
function files(sources, marks) {
  return Object.entries(sources)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([path, lines]) => [
      h("h3", null, path),
      h(
        "div",
        { class: "code", tabindex: "0", role: "region", "aria-label": path },
        lines.map((text, at) => {
          const match = marks.get(`${path}:${at + 1}`);
          const kind = match === undefined ? "line" : `line match-${match % COLOURS}`;
          const title = match === undefined ? null : `part ${match + 1}`;
          return h("span", { class: kind, title }, h("span", { class: "number" }, String(at + 1)), text);
        }),
      ),
    ]);
}
