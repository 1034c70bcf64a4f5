// Similar submissions side by side, for teachers: `mountSimilarity(element, similarity)`, embedded in the page.

/** @import { Match, Pair, Similarity } from "../../answers.js" */
import { h } from "../../components/dom.js";
import { percent, plural } from "../../components/numbers.js";
import { dataTable, scroller } from "../../components/panels.js";

/** Number of colours of shared parts; the fifth part has the colour of the first again. */
const COLOURS = 4;

/** @param {HTMLElement} root @param {Similarity} similarity */
export function mountSimilarity(root, { pairs, more, sources }) {
  root.replaceChildren(
    h("p", { class: "overline" }, "For the teacher"),
    h("h1", null, "Similar submissions"),
    h(
      "p",
      { class: "muted" },
      "Shared code is a reason to look at two submissions, not a proof of anything. Names, numbers, texts, comments " +
        "and white space do not count.",
    ),
    pairs.length ? pairTable(pairs) : h("p", { class: "notice" }, "No two submissions share much code."),
    ...(more ? [h("p", { class: "muted" }, `And ${plural(more, "pair")} more.`)] : []),
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

/** @param {Pair[]} pairs */
function pairTable(pairs) {
  const heads = ["similar", "submission", "of it in the other", "submission", "of it in the other", "shared"];
  const rows = pairs.map(({ share, first, first_share, second, second_share, matches }, number) => [
    h("a", { href: `#pair-${number}` }, percent(share)),
    first,
    percent(first_share),
    second,
    percent(second_share),
    plural(matches.length, "part"),
  ]);
  return scroller("Similar submissions", dataTable("Similar submissions", heads, rows));
}

/**
 * The number of the match by "file:line"; the longest match counts where several share a line.
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
