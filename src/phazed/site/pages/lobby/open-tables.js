// The tables on this server that are waiting for players. The list is updated regularly while the page is visible.

/** @import { OpenTable } from "../../answers.js" */
import { focused, h, queryAll } from "../../components/dom.js";
import { plural } from "../../components/numbers.js";
import { ask } from "../../shell/ask.js";

const INTERVAL = 2500;
const NOBODY = "Nobody is waiting at the moment. “Join any table” opens one; bots take the seats if nobody comes.";

/**
 * Show the open tables and keep the list up to date; `take` is called with a table's code and the pressed button.
 * @param {HTMLElement} root @param {(code: string, button: HTMLElement) => void} take
 */
export function showOpenTables(root, take) {
  let drawn = "";
  const update = async () => {
    if (document.visibilityState !== "visible") return;
    const found = await ask("/api/lobby").catch(() => null);
    const text = JSON.stringify(found?.tables);
    if (!found || text === drawn) return;
    drawn = text;
    const key = root.contains(document.activeElement) ? focused()?.dataset.code : null;
    root.replaceChildren(
      ...(found.tables.length
        ? found.tables.map((/** @type {OpenTable} */ table) => row(table, take))
        : [h("li", { class: "note" }, NOBODY)]),
    );
    if (key) queryAll(root, `[data-code="${CSS.escape(key)}"]`)[0]?.focus();
  };
  update();
  setInterval(update, INTERVAL);
  document.addEventListener("visibilitychange", update);
}

/** @param {OpenTable} table @param {(code: string, button: HTMLElement) => void} take */
function row({ code, title, host, people, free, fill }, take) {
  const name = host ? `${host}'s table` : "A table";
  const waits = fill === null ? "" : ` · bots take the free seats in ${Math.ceil(fill)} s`;
  return h(
    "li",
    null,
    h(
      "div",
      { class: "game-facts" },
      h("b", null, name),
      h("span", { class: "name" }, title),
      h("small", null, `${plural(people, "player")}, ${plural(free, "free seat")}${waits} · code ${code}`),
    ),
    h(
      "button",
      {
        type: "button",
        class: "button primary",
        "data-code": code,
        "aria-label": `Join: ${name}, code ${code}`,
        onclick: (event) => take(code, event.currentTarget),
      },
      "Join",
    ),
  );
}
