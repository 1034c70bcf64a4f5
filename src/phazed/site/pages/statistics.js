// Statistics on the games finished in this browser: places, accuracy over time, and the best and worst phases.

/** @import { GameSummary } from "../answers.js" */
/** @import { RememberedGame } from "../shell/types.js" */
import { byId, h, messageOf } from "../components/dom.js";
import { plural } from "../components/numbers.js";
import { PLACES } from "../components/narration.js";
import { s } from "./report/charts.js";
import { ask } from "../shell/ask.js";
import { remembered, summaries } from "../shell/games.js";

/** @typedef {{ game: RememberedGame, known: GameSummary, seat: number }} Finished */

/** The player's finished games, oldest first. @returns {Promise<Finished[]>} */
async function finishedGames() {
  const games = remembered()
    .filter(({ continued }) => !continued)
    .reverse();
  const known = await summaries(games.map((game) => game.id));
  return games.flatMap((game) => {
    const summary = known[game.id];
    const isOwn = typeof game.seat === "number" && summary?.over && summary.ranks;
    return isOwn ? [{ game, known: summary, seat: Number(game.seat) }] : [];
  });
}

/** @param {string} title @param {string[]} head @param {(string | Node)[][]} rows */
const table = (title, head, rows) =>
  h(
    "table",
    { class: "figures" },
    h("caption", null, title),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        head.map((each) => (each ? h("th", { scope: "col" }, each) : h("td"))),
      ),
    ),
    h(
      "tbody",
      null,
      rows.map(([first, ...others]) =>
        h(
          "tr",
          null,
          h("th", { scope: "row" }, first),
          others.map((each) => h("td", null, each)),
        ),
      ),
    ),
  );

/** The number of times that each place was reached, by ruleset. @param {Finished[]} games */
function places(games) {
  const titles = [...new Set(games.map(({ known }) => known.title))];
  const rows = titles.map((title) => {
    const own = games.filter(({ known }) => known.title === title);
    const counts = [1, 2, 3, 4].map((place) => own.filter(({ known, seat }) => known.ranks?.[seat] === place).length);
    return [title, String(own.length), ...counts.map(String)];
  });
  return table("Games and places", ["Game", "Games", ...PLACES.slice(1)], rows);
}

/**
 * The mean number of hands needed for each phase, counted from the previous phase until the phase was laid.
 * @param {Finished[]} games
 */
function handsPerPhase(games) {
  /** @type {Map<number, number[]>} */
  const found = new Map();
  for (const { known, seat } of games) {
    let hands = 0;
    for (const row of known.laid ?? []) {
      hands += 1;
      const phase = row[seat];
      if (phase === null) continue;
      found.set(phase, [...(found.get(phase) ?? []), hands]);
      hands = 0;
    }
  }
  return [...found]
    .map(([phase, counts]) => ({ phase, hands: counts.reduce((sum, each) => sum + each, 0) / counts.length }))
    .sort((one, other) => one.phase - other.phase);
}

/** @param {Finished[]} games */
function phases(games) {
  return [...new Set(games.map(({ known }) => known.title))].map((title) => {
    const found = handsPerPhase(games.filter(({ known }) => known.title === title));
    const best = Math.min(...found.map(({ hands }) => hands));
    const worst = Math.max(...found.map(({ hands }) => hands));
    /** @param {number} hands */
    const isAlone = (hands) => found.filter((each) => each.hands === hands).length === 1;
    const rows = found.map(({ phase, hands }) => [
      `Phase ${phase}`,
      hands.toFixed(1),
      !isAlone(hands) ? "" : hands === best ? "best" : hands === worst ? "worst" : "",
    ]);
    return table(`${title}: mean number of hands needed for each phase`, ["Phase", "Hands", ""], rows);
  });
}

/** The accuracy in reviewed games over time, as a chart and in words. @param {Finished[]} games */
function accuracies(games) {
  const values = games.flatMap(({ known, seat }) => (known.accuracy ? [known.accuracy[seat]] : []));
  const missing = games.filter(({ known }) => !known.accuracy);
  const average = values.reduce((sum, each) => sum + each, 0) / Math.max(values.length, 1);
  const text = values.length
    ? `${plural(values.length, "game")} reviewed; accuracy ${Math.round(average)} on average, ${Math.round(values[values.length - 1])} in the last one.`
    : "No game has been reviewed yet.";
  const status = h("p", { role: "status" });
  /** @type {HTMLButtonElement} */
  const button = h(
    "button",
    { type: "button", class: "button", onclick: () => reviewAll(missing, button, status) },
    `Review ${plural(missing.length, "game")}`,
  );
  return h(
    "section",
    { class: "accuracy", "aria-labelledby": "accuracy-title" },
    h("h2", { id: "accuracy-title" }, "Accuracy over time"),
    h("p", null, text),
    values.length > 1 && chart(values, text),
    missing.length > 0 && h("p", { class: "figures-action" }, button),
    status,
  );
}

/** @param {number[]} values @param {string} text */
function chart(values, text) {
  const [width, height, left] = [560, 160, 34];
  /** @param {number} at */
  const x = (at) => left + (at / (values.length - 1)) * (width - left - 10);
  /** @param {number} value */
  const y = (value) => 8 + (1 - value / 100) * (height - 20);
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": text, class: "accuracy-plot" });
  for (const tick of [0, 50, 100])
    svg.append(
      s("line", { class: "grid", x1: left, x2: width, y1: y(tick), y2: y(tick) }),
      s("text", { x: left - 6, y: y(tick) + 4, "text-anchor": "end" }, String(tick)),
    );
  svg.append(s("polyline", { points: values.map((value, at) => `${x(at)},${y(value)}`).join(" ") }));
  for (const [at, value] of values.entries()) svg.append(s("circle", { cx: x(at), cy: y(value), r: 4 }));
  return svg;
}

/** Have the server review the games one by one. @param {Finished[]} games @param {HTMLButtonElement} button @param {HTMLElement} status */
async function reviewAll(games, button, status) {
  button.disabled = true;
  try {
    for (const [at, { game }] of games.entries()) {
      status.textContent = `Reviewing game ${at + 1} of ${games.length}…`;
      while ((await ask(`/api/games/${encodeURIComponent(game.id)}/review`)).state !== "done");
    }
    await page();
  } catch (error) {
    status.textContent = messageOf(error);
    button.disabled = false;
  }
}

async function page() {
  const root = byId("statistics");
  try {
    const games = await finishedGames();
    const none = "You have not finished a game yet. The statistics cover games played in this browser.";
    if (!games.length) root.replaceChildren(h("p", null, none));
    else root.replaceChildren(places(games), accuracies(games), ...phases(games));
  } catch (error) {
    byId("problem").textContent = messageOf(error);
    root.replaceChildren();
  }
}

page();
