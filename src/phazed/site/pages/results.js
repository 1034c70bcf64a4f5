// The results of a tournament: the report, with replays of all matches created on request. While the tournament is in
// progress, the page shows the progress and refreshes itself.

/** @import { Progress } from "../answers.js" */
/** @import { Summary } from "./report/report-data.js" */
import { mountReport } from "./report/report.js";
import { byId, h, messageOf } from "../components/dom.js";
import { ask } from "../shell/ask.js";

const POLL_TIME = 3000;
/** Ratio of the waiting time to the server's response time, which limits the load on the server. */
const REST = 20;

const root = byId("report");
const bar = h("progress", { max: 1, value: 0, "aria-label": "Progress of the tournament" });
const said = h("span", { role: "status" });
const button = h("button", { type: "button", hidden: true, onclick: () => void refresh() }, "Show the new results");
const strip = h("div", { class: "live" }, said, bar, button);
/** Version of the results that are shown. */
let shown = "";
let cost = 0;
let changed = { played: -1, at: "" };

/** @param {Summary} summary */
function show(summary) {
  document.title = summary.title;
  const place = window.scrollY;
  mountReport(root, summary, {
    replayPath: (/** @type {number} */ id) => `/results/matches/${id}`,
    files: "/results/",
    live: !summary.finished,
  });
  if (!summary.finished) root.prepend(strip);
  window.scrollTo({ top: place, behavior: "instant" });
}

/** Fetch the results and show them. */
async function refresh() {
  const begun = performance.now();
  const progress = await ask("/api/results/progress");
  const summary = await ask("/api/results/summary");
  cost = performance.now() - begun;
  shown = String(progress.version);
  button.hidden = true;
  tell(progress);
  show(summary);
  return summary.finished;
}

/** @param {Progress} progress */
function tell({ played, planned }) {
  bar.max = Math.max(planned, 1);
  bar.value = played;
  if (played !== changed.played) changed = { played, at: new Date().toLocaleTimeString() };
  const matches = `${played.toLocaleString("en")} of ${planned.toLocaleString("en")} matches played`;
  said.textContent = `Live: ${matches}, last updated at ${changed.at}`;
}

/** Whether a refresh would disrupt the reader, who is using a search, a choice or an open panel. */
function isInUse() {
  const searches = [...root.querySelectorAll("input")].some((input) => input.value !== "");
  return searches || root.querySelector("dialog[open], details[open], th[aria-sort]:not(:first-child)") !== null;
}

async function poll() {
  let over = false;
  try {
    const progress = await ask("/api/results/progress");
    tell(progress);
    if (String(progress.version) !== shown) {
      if (isInUse()) button.hidden = false;
      else over = await refresh();
    }
  } catch (error) {
    said.textContent = messageOf(error);
  }
  if (!over) setTimeout(poll, Math.max(POLL_TIME, REST * cost));
}

try {
  if (!(await refresh())) setTimeout(poll, POLL_TIME);
} catch (error) {
  const problem = document.getElementById("problem");
  if (!problem) throw error;
  problem.className = "problem";
  problem.textContent = messageOf(error);
}
