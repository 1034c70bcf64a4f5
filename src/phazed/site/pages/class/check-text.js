// What the check of a bot has found, as a page shows it: headings, tables, calls in boxes, and links to the rules.
//
// The server sends the text that `phazed check` prints in a terminal. Lines without an indent are headings; a line with
// eight spaces continues the one before; "[2]" refers to a call that is printed whole at the end.

/** @import { Child } from "../../components/dom.js" */
import { h } from "../../components/dom.js";
import { copyBox, scroller } from "../../components/panels.js";

const CONTINUED = /^ {8}(?=[^ |])/;
const QUOTED = /^ {4}\| ?/;
const NUMBER = /^\[(\d+)\]$/;
const CALL = /^ +(\w+\(.*\))$/;
const CUT_CALL = /^ +\w+\(.*\.\.\. \[\d+\]$/;
const COLUMNS = /^ {2,}\S.* {2,}\S/;
const TITLE = "phazed check: ";
const VERDICT = "Verdict";
const REFERENCES = /(rules? \d+\.\d+|\[\d+\])/gi;

/** @typedef {{ kind: "heading" | "quoted" | "columns" | "call" | "cut" | "text", text: string, number?: number }} Piece */

/** The text as a list of elements, without its title and the verdict at its end, which a page has elsewhere. @param {string} text @returns {HTMLElement[]} */
export function checkText(text) {
  const lines = text.split("\n");
  const end = lines.lastIndexOf(VERDICT);
  const pieces = piecesOf(lines.slice(lines[0].startsWith(TITLE) ? 1 : 0, end < 0 ? undefined : end));
  /** @type {HTMLElement[]} */
  const shown = [];
  for (let at = 0; at < pieces.length; ) {
    const { kind } = pieces[at];
    const next = kind === "quoted" || kind === "columns" ? endOf(pieces, at) : at + 1;
    shown.push(element(pieces.slice(at, next)));
    at = next;
  }
  return shown;
}

/** @param {Piece[]} pieces @param {number} from */
function endOf(pieces, from) {
  let end = from;
  while (end < pieces.length && pieces[end].kind === pieces[from].kind) end += 1;
  return end;
}

/** @param {string[]} lines @returns {Piece[]} */
function piecesOf(lines) {
  /** @type {Piece[]} */
  const pieces = [];
  /** @type {number | undefined} */
  let number;
  for (const line of whole(lines)) {
    const found = NUMBER.exec(line);
    if (found) number = Number(found[1]);
    else if (number !== undefined && line) {
      pieces.push({ kind: "call", text: line, number });
      number = undefined;
    } else if (line.trim()) pieces.push(piece(line));
  }
  return pieces;
}

/** The lines, with those put together that were broken to fit into a terminal. @param {string[]} lines */
function whole(lines) {
  /** @type {string[]} */
  const found = [];
  for (const line of lines) {
    if (CONTINUED.test(line) && found.length) found.push(`${found.pop()} ${line.trim()}`);
    else found.push(line.trimEnd());
  }
  return found;
}

/** @param {string} line @returns {Piece} */
function piece(line) {
  if (!line.startsWith(" ")) return { kind: "heading", text: line };
  if (QUOTED.test(line)) return { kind: "quoted", text: line.replace(QUOTED, "") };
  const call = CALL.exec(line);
  if (call) return { kind: "call", text: call[1] };
  if (CUT_CALL.test(line)) return { kind: "cut", text: line.trim() };
  if (COLUMNS.test(line)) return { kind: "columns", text: line.slice(2) };
  return { kind: "text", text: line };
}

/** @param {Piece[]} pieces  all of one kind */
function element(pieces) {
  const [{ kind, text, number }] = pieces;
  const all = pieces.map((each) => each.text).join("\n");
  if (kind === "heading") return h("h3", null, text);
  if (kind === "quoted") return h("pre", { class: "quoted", tabindex: "0" }, all);
  if (kind === "columns") return scroller("Table", h("pre", null, all));
  if (kind === "cut") return h("p", { class: "more" }, h("code", null, linked(text)));
  if (kind === "text") return h("p", { class: text.startsWith("    ") ? "more" : "" }, linked(text.trim()));
  if (number === undefined) return copyBox(text);
  return h("div", { class: "numbered" }, h("b", null, `[${number}]`), copyBox(text, `call-${number}`));
}

/** The text with links to the rules that it names, and to the calls that are printed whole. @param {string} text @returns {Child[]} */
export function linked(text) {
  return text.split(REFERENCES).map((part) => {
    const rule = /^rules? (\d+)\.(\d+)$/i.exec(part);
    if (rule) return h("a", { href: `/rules#rule-${rule[1]}-${rule[2]}` }, part);
    const call = NUMBER.exec(part);
    return call ? h("a", { href: `#call-${call[1]}` }, part) : part;
  });
}
