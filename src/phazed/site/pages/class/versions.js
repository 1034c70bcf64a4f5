// The list of a student's versions, with the state of each version and the available actions.

/** @import { Code, Version } from "../../answers.js" */
import { copyButton, h } from "../../components/dom.js";
import { plural } from "../../components/numbers.js";
import { makeDialog } from "../../shell/dialog.js";
import { get, post } from "./class-api.js";
import { action, badge, problemLine, rankText, ratingText } from "../../components/panels.js";
import { moment } from "./times.js";

/**
 * Return the list; `show` shows the result of a version's check, and `changed` is called when another version plays.
 * @param {Version[]} versions @param {(version: Version) => void} show @param {() => Promise<unknown>} changed
 */
export function versionList(versions, show, changed) {
  if (!versions.length) return h("p", { class: "note" }, "You have not handed in a bot yet.");
  return h(
    "ol",
    { class: "versions" },
    versions.map((version) => versionItem(version, show, changed)),
  );
}

/** @param {Version} version @param {(version: Version) => void} show @param {() => Promise<unknown>} changed */
function versionItem(version, show, changed) {
  const { id, title, submitted, standing, resting, disqualified, active, state } = version;
  const problem = problemLine();
  const activate = async () => {
    await post(`/api/class/submissions/${id}/activate`);
    await changed();
  };
  return h(
    "li",
    { class: active ? "active" : "", "data-version": version.version },
    h("p", null, h("b", null, `Version ${version.version}`), " ", badges(version)),
    h("p", { class: "note" }, h("span", { class: "name" }, title), ` · ${moment(submitted)}`),
    standing &&
      h(
        "p",
        { class: "note" },
        `${standing.rank ? `Rank ${rankText(standing)}, rating` : "Rating"} ${ratingText(standing)}, `,
        plural(standing.matches, "match"),
      ),
    resting && h("p", { class: "reason" }, `It rests: ${resting}`),
    disqualified && h("p", { class: "reason" }, `Disqualified: ${disqualified}`),
    h(
      "p",
      { class: "actions" },
      state === "passed" &&
        (!active || resting) &&
        action(resting ? "Let it play again" : "Let this one play", activate, problem, "small"),
      state !== "waiting" &&
        h("button", { type: "button", class: "button small", onclick: () => show(version) }, "Check"),
      state === "passed" && h("a", { class: "button small", href: `/bots/${id}` }, "Matches"),
      version.graded && h("a", { class: "button small", href: `/grades/${id}` }, "Grade"),
      action("Code", () => openCode(id, `Version ${version.version}`), problem, "small"),
    ),
    problem,
  );
}

/** @param {Version} version */
function badges({ state, active, entered, late, resting, disqualified }) {
  const found = [];
  if (state === "waiting") found.push(badge("plain", "being checked"));
  else if (state === "failed") found.push(badge("bad", "cannot play"));
  else if (disqualified) found.push(badge("bad", "disqualified"));
  else if (resting) found.push(badge("bad", "resting"));
  else if (entered) found.push(badge("good", "plays"));
  else found.push(active ? badge("gold", "plays, unranked") : badge("plain", "able to play"));
  if (late) found.push(badge("gold", "late"));
  return h("span", { class: "badges" }, found);
}

/** Show the files of a submission. @param {number} id @param {string} title */
export async function openCode(id, title) {
  /** @type {Code} */
  const { main, files } = await get(`/api/class/submissions/${id}/code`);
  const boxes = files.map(({ path, text }) =>
    h(
      "div",
      { class: "box" },
      h("div", { class: "box-head" }, h("h3", null, path === main ? path : `${path} (imported)`), copyButton(text)),
      h("pre", { tabindex: "0" }, text),
    ),
  );
  const dialog = makeDialog(title, "code-dialog", ...boxes);
  document.body.append(dialog);
  dialog.showModal();
}
