// The league: everybody's results in the rounds at the tables.

/** @import { League, LeagueTableRow } from "../../answers.js" */
import { byId, h, messageOf } from "../../components/dom.js";
import { percent, plural } from "../../components/numbers.js";
import { get } from "./class-api.js";
import { dataTable } from "../../components/panels.js";
import { session } from "./session.js";

const EXPLANATION =
  "A first place is worth 3 points, a second 2, a third 1; who shares a place shares the points. The result without luck " +
  "says how well somebody decided: every decision is compared with the best one, and what cards and other players did is " +
  "subtracted. 25 % is what one of four equally strong players wins. It appears once a game has been reviewed.";

/** @param {LeagueTableRow} row */
function leagueRow({ place, name, full_name: fullName, games, places, points, adjusted }) {
  return [
    { of: String(place), props: { class: "number" } },
    {
      of: [h("span", { class: "name" }, name), fullName ? h("small", null, fullName) : null],
      props: { class: "who-plays" },
    },
    { of: points.toLocaleString("en", { maximumFractionDigits: 1 }), props: { class: "number strong" } },
    { of: String(games), props: { class: "number" } },
    ...places.map((times) => ({ of: String(times), props: { class: "number wide-only" } })),
    { of: adjusted === null ? "–" : percent(adjusted), props: { class: "number" } },
  ];
}

async function page() {
  const root = byId("league");
  try {
    const me = await session();
    byId("facts").textContent = me.title;
    /** @type {League} */
    const { rounds, rows } = await get("/api/class/league");
    const number = { class: "number" };
    const heads = [
      { of: "Place", props: number },
      "Name",
      { of: "Points", props: number },
      { of: "Games", props: number },
      ...["1st", "2nd", "3rd", "4th"].map((of) => ({ of, props: { class: "number wide-only" } })),
      { of: "Without luck", props: number },
    ];
    root.replaceChildren(
      h("p", null, `${plural(rounds, "round")} so far.`),
      rows.length
        ? dataTable("The league", heads, rows.map(leagueRow))
        : h("p", { class: "note" }, "Nobody has finished a game of a round yet."),
      h("p", { class: "note explanation" }, EXPLANATION),
    );
  } catch (error) {
    byId("problem").textContent = messageOf(error);
    root.replaceChildren();
  }
}

void page();
