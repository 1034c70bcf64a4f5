// Submissions that share code, for the teacher.

/** @import { Comparing } from "../../answers.js" */
import { byId, h } from "../../components/dom.js";
import { plural } from "../../components/numbers.js";
import { get, post } from "./class-api.js";
import { action } from "../../components/panels.js";
import { poll } from "./polling.js";
import { session } from "./session.js";
import { moment } from "./times.js";

const POLL_TIME = 2000;
const EXPLANATION =
  "The latest submission of every student is compared with all others, whatever has become of names, numbers, comments, " +
  "layout and order. Code that phazed new writes does not count. Shared code is a reason to look at two submissions, not a " +
  "proof of anything.";

const root = byId("similar");
const problem = byId("problem");

/** @param {Comparing} state */
function draw({ found, waiting }) {
  const compare = async () => {
    await post("/api/class/similar");
    await refresh();
  };
  const button = action(waiting ? "Comparing …" : "Compare the submissions", compare, problem, "primary");
  button.disabled = waiting;
  const text = found
    ? `${plural(found.pairs, "pair")} among ${plural(found.submissions, "submission")}, compared on ${moment(found.time)}.`
    : "The submissions have not been compared yet.";
  root.replaceChildren(
    h("p", { role: "status" }, text),
    h(
      "p",
      { class: "tools" },
      button,
      found && h("a", { class: "button", href: "/teacher/similar/pairs" }, "Look at the pairs"),
      h("a", { class: "button", href: "/teacher" }, "Back to the class"),
    ),
    h("p", { class: "note explanation" }, EXPLANATION),
  );
}

let shown = "";

async function refresh() {
  /** @type {Comparing} */
  const state = await get("/api/class/similar");
  const text = JSON.stringify(state);
  if (text === shown) return;
  shown = text;
  draw(state);
}

void session();
poll(POLL_TIME, refresh, { problem });
