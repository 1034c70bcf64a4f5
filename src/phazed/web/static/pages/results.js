// The results of a tournament: the report, with a replay of every match made on request.

import { mountReport } from "/report/report.js";
import { byId, messageOf } from "/viewer/dom.js";
import { ask } from "../site/ask.js";

try {
  const summary = await ask("/api/results/summary");
  document.title = summary.title;
  mountReport(byId("report"), summary, {
    replayPath: (/** @type {number} */ id) => `/results/matches/${id}`,
    files: "/results/",
  });
} catch (error) {
  const problem = document.getElementById("problem");
  if (!problem) throw error;
  problem.className = "problem";
  problem.textContent = messageOf(error);
}
