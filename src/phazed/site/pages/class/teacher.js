// The teacher's page. The address selects the visible part (#students); all parts share one overview, updated by polling.

/** @import { ClassOverview } from "../../answers.js" */
import { byId, h, messageOf, queryAll } from "../../components/dom.js";
import { plural } from "../../components/numbers.js";
import { get } from "./class-api.js";
import { panel } from "../../components/panels.js";
import { poll } from "./polling.js";
import { session } from "./session.js";
import { finalPart } from "./teacher-final.js";
import { peoplePart } from "./teacher-people.js";
import { settingsPart } from "./teacher-settings.js";
import { staffPart } from "./teacher-staff.js";
import { studentsPart } from "./teacher-students.js";
import { moment } from "./times.js";

const POLL_TIME = 4000;
/** Optional features of a server, with the titles of their pages. @type {Record<string, string>} */
const FEATURES = { similar: "Similar submissions", grading: "Grading" };

/**
 * @typedef {{ element: HTMLElement, show: (overview: ClassOverview) => void }} Part  A part of the page, and a function
 *   that updates it.
 */
/** @typedef {() => Promise<void>} Refresh */

/** Return the part with the latest events, most recent first. @returns {Part} */
function eventsPart() {
  const list = h("ol", { class: "events" });
  return {
    element: panel("events", "What happened", list),
    show: ({ events }) =>
      list.replaceChildren(
        ...(events.length
          ? events.map(({ time, what }) => h("li", null, h("span", { class: "note" }, moment(time)), " ", what))
          : [h("li", { class: "note" }, "Nothing yet.")]),
      ),
  };
}

/** @param {ClassOverview} overview */
function facts({ students, matches, waiting, present }) {
  const playing = students.filter((student) => student.active).length;
  const known = [
    plural(students.length, "student"),
    `${present.length} here now`,
    `${playing} with a bot on the ladder`,
    `${plural(matches, "match")} played`,
  ];
  if (waiting) known.push(`${plural(waiting, "bot")} being checked`);
  return known.join(" · ");
}

const MEGA = 1_000_000;

/** Return the load of the server, and how much space the class uses. @param {ClassOverview["server"]} server */
function loadText({ load, processors, queue, requests, median, slow, used, limit, free }) {
  const work = Object.entries(queue).filter(([, count]) => count);
  const share = limit ? Math.round((100 * used) / limit) : 0;
  return [
    `Load ${load.toFixed(1)} on ${plural(processors, "processor")}`,
    `${plural(requests, "request")} a minute, answered in ${(1000 * median).toFixed(0)} ms, the slowest in twenty after ${(1000 * slow).toFixed(0)} ms`,
    `at work: ${work.length ? work.map(([kind, count]) => `${kind} ${count}`).join(", ") : "nothing"}`,
    `folder ${Math.round(used / MEGA).toLocaleString("en")} MB, ${share} % of its limit; ${Math.round(free / MEGA).toLocaleString("en")} MB of the disk free`,
  ].join(" · ");
}

/** @param {ClassOverview} overview @param {boolean} forTeacher */
function mount(overview, forTeacher) {
  /** @type {() => Promise<void>} */
  let refresh = async () => {};
  const changed = () => refresh();
  /** @type {[id: string, label: string, part: Part][]} */
  const parts = [
    ["students", "Students", studentsPart(changed)],
    ["people", "People", peoplePart(changed)],
    ...(forTeacher
      ? /** @type {[string, string, Part][]} */ ([
          ["final", "Final", finalPart(changed)],
          ["settings", "Class settings", settingsPart(overview.settings, changed)],
          ["staff", "Teachers", staffPart()],
        ])
      : []),
    ["events", "What happened", eventsPart()],
  ];
  const failure = h("p", { class: "problem", role: "alert" });
  const server = h("p", { class: "note server-load" });
  const features = (overview.features ?? [])
    .filter((name) => name in FEATURES)
    .map((name) => h("a", { class: "tab", href: `/teacher/${name}` }, FEATURES[name]));
  const tabs = h(
    "nav",
    { class: "tabs", "aria-label": "Parts of this page" },
    parts.map(([id, label]) => h("a", { class: "tab", href: `#${id}`, "data-part": id }, label)),
    features,
  );

  function choose() {
    const wanted = location.hash.slice(1);
    const chosen = parts.some(([id]) => id === wanted) ? wanted : parts[0][0];
    for (const [id, , { element }] of parts) element.hidden = id !== chosen;
    for (const tab of queryAll(tabs, "[data-part]"))
      if (tab.dataset.part === chosen) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
  }

  /** @param {ClassOverview} now */
  function show(now) {
    byId("title").textContent = now.settings.title;
    byId("facts").textContent = facts(now);
    server.textContent = loadText(now.server);
    failure.textContent = now.failure
      ? `The work beside the pages has stopped: ${now.failure}. Start the server again; nothing is lost.`
      : "";
    for (const [, , part] of parts) part.show(now);
  }

  byId("teacher").replaceChildren(failure, tabs, ...parts.map(([, , { element }]) => element), server);
  addEventListener("hashchange", choose);
  choose();
  show(overview);
  refresh = poll(POLL_TIME, async () => show(await get("/api/class/overview")), { problem: byId("problem") });
}

async function page() {
  try {
    const me = await session();
    document.title = `${me.title} · Phazed`;
    mount(await get("/api/class/overview"), me.role === "teacher");
  } catch (error) {
    byId("problem").textContent = messageOf(error);
  }
}

void page();
