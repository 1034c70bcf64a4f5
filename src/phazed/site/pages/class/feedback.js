// What the check says about a version, and the progress until it does.

/** @import { Check, CheckedVersion } from "../../answers.js" */
import { h, messageOf } from "../../components/dom.js";
import { checkView, linked } from "../../components/check.js";
import { get } from "./class-api.js";

const POLL_TIME = 1000;
/** Which version was asked for last: an older one that comes later is not shown. */
let wanted = 0;

/**
 * Show in `root` what the check of a version says, as soon as it is known; `done` is called then if it had to wait.
 * @param {HTMLElement} root @param {number} id @param {() => void} done
 */
export async function showFeedback(root, id, done) {
  wanted = id;
  const begun = Date.now();
  try {
    for (;;) {
      /** @type {CheckedVersion} */
      const found = await get(`/api/class/submissions/${id}`);
      if (wanted !== id) return;
      if (found.state !== "waiting") {
        root.replaceChildren(...feedback(found));
        if (Date.now() - begun > POLL_TIME) done();
        return;
      }
      showWaiting(root, found, Math.round((Date.now() - begun) / 1000));
      await new Promise((resolve) => setTimeout(resolve, POLL_TIME));
    }
  } catch (error) {
    root.replaceChildren(h("p", { class: "problem", role: "alert" }, messageOf(error)));
  }
}

/** @param {HTMLElement} root @param {CheckedVersion} found @param {number} seconds */
function showWaiting(root, { version }, seconds) {
  const counter = root.querySelector(".waiting .seconds");
  if (counter?.parentElement?.dataset.version === String(version)) counter.textContent = `${seconds} s`;
  else
    root.replaceChildren(
      h(
        "div",
        { class: "waiting", "data-version": version },
        h("p", { role: "status" }, `Version ${version} is being checked: it is asked and plays some games.`),
        h("progress", { "aria-label": "Check" }),
        h("span", { class: "seconds" }, `${seconds} s`),
      ),
    );
}

/** What the check of a version says. @param {CheckedVersion} found @returns {HTMLElement[]} */
export function feedback({ version, title, state, check }) {
  const kind = state === "failed" ? "bad" : check?.passed ? "good" : "gold";
  const said = {
    good: `Version ${version} plays on the ladder.`,
    gold: `Version ${version} plays on the ladder, but not everything is right yet.`,
    bad: `Version ${version} cannot play yet.`,
  };
  const head = h(
    "div",
    { class: `verdict ${kind}`, role: "status" },
    h("p", null, h("b", null, said[kind])),
    kind === "bad" &&
      !check &&
      h("p", null, "The check could not be completed. Ask the teacher, or hand in another version."),
    check && h("p", null, linked(check.verdict)),
    check && h("p", { class: "next" }, h("b", null, "Next: "), linked(check.next)),
  );
  return [head, ...(check ? [details(check, title, kind === "bad")] : [])];
}

/** @param {Check} check @param {string} title @param {boolean} open */
const details = (check, title, open) =>
  h(
    "details",
    { open },
    h("summary", null, `Everything that the check of ${title} has found`),
    h("div", { class: "check-text" }, checkView(check)),
  );
