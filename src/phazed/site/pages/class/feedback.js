// The result of a version's check, and the progress until it is available.

/** @import { Check, CheckedVersion } from "../../answers.js" */
import { h, messageOf } from "../../components/dom.js";
import { checkView, linked } from "../../components/check.js";
import { get } from "./class-api.js";

const POLL_TIME = 1000;
/** Id of the version requested last; late answers for other versions are ignored. */
let wanted = 0;

/**
 * Show the result of a version's check in `root` as soon as it is available; call `done` if this involved waiting.
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

/** Return the result of a version's check. @param {CheckedVersion} found @returns {HTMLElement[]} */
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
