// The daily deal: playing it and comparing the result with those of other players and the expert.

/** @import { DailyDeal, DailyResult } from "../answers.js" */
import { byId, capital, h, messageOf } from "../components/dom.js";
import { PLACES } from "../components/narration.js";
import { ask } from "../shell/ask.js";
import { address, createDaily, remembered, summaries } from "../shell/games.js";

/** @param {string} day */
const inWords = (day) =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** @param {DailyResult} row */
function resultRow({ name, rank, points, phases, accuracy, expert, own }) {
  return h(
    "tr",
    { class: own ? "own" : "" },
    h("th", { scope: "row" }, h("span", { class: "name" }, name), own ? " (you)" : expert ? " (for comparison)" : ""),
    h("td", null, PLACES[rank]),
    h("td", null, String(phases)),
    h("td", null, String(points)),
    h("td", null, accuracy === null ? "–" : String(Math.round(accuracy))),
  );
}

/** @param {DailyResult[]} rows */
function resultTable(rows) {
  if (!rows.length) return h("p", { class: "note" }, "Nobody has finished today's deal yet.");
  const columns = ["Player", "Place", "Phases", "Points", "Accuracy"];
  return h(
    "table",
    { class: "figures" },
    h("caption", null, "Today's results"),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        columns.map((each) => h("th", { scope: "col" }, each)),
      ),
    ),
    h("tbody", null, rows.map(resultRow)),
  );
}

async function page() {
  const root = byId("daily");
  try {
    /** @type {DailyDeal} */
    const first = await ask("/api/daily");
    const mine = remembered().find((game) => game.daily === first.day);
    /** @type {DailyDeal} */
    const daily = mine ? await ask(`/api/daily?game=${encodeURIComponent(mine.id)}`) : first;
    const known = mine && (await summaries([mine.id]))[mine.id];
    byId("title").textContent = `Daily deal, ${inWords(daily.day)}`;
    const start = h(
      "button",
      {
        type: "button",
        class: "button primary big",
        onclick: async () => {
          try {
            location.assign(await createDaily(daily.day));
          } catch (error) {
            byId("problem").textContent = messageOf(error);
          }
        },
      },
      "Play today's deal",
    );
    const action = !known
      ? start
      : known.over
        ? h("a", { class: "button primary big", href: `/review/${encodeURIComponent(mine.id)}` }, "Review your game")
        : h("a", { class: "button primary big", href: address(mine) }, "Continue your game");
    root.replaceChildren(
      h(
        "p",
        null,
        `${daily.title} against ${daily.opponents.map(capital).join(", ")}: everybody on this server is dealt the same cards ` +
          "today. When you have finished, the expert plays them too.",
      ),
      h("p", { class: "figures-action" }, action),
      resultTable(daily.results),
      h("p", { class: "note" }, "The accuracy is shown once a game has been reviewed."),
    );
  } catch (error) {
    byId("problem").textContent = messageOf(error);
    root.replaceChildren();
  }
}

page();
