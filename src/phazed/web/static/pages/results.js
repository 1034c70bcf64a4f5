// The results of a tournament: the report that also stands alone, with every replay made when somebody asks for it.

import { mountReport } from "/report/report.js";
import { ask } from "../site/ask.js";

const GAMES = { phazed: "Phazed", phazed_bonus: "Phazed Bonus", phasedout: "Phased Out" };

try {
  const summary = await ask("/api/results/summary");
  document.title = `${GAMES[summary.game] ?? "Phazed"} tournament`;
  mountReport(document.getElementById("report"), summary, {
    replayPath: (id) => `/results/matches/${id}`,
    files: "/results/",
  });
} catch (error) {
  const problem = document.getElementById("problem");
  if (!problem) throw error;
  problem.className = "problem";
  problem.textContent = error.message;
}
