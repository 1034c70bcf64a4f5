// The lobby, for starting a game, continuing one, or setting up a table.

/** @import { GameSummary } from "../../answers.js" */
/** @import { RememberedGame } from "../../shell/types.js" */
import { cardFace } from "../../components/cards.js";
import { byId, capital, copyButton, h, messageOf, queryAll } from "../../components/dom.js";
import { serverOptions } from "../../shell/ask.js";
import {
  address,
  create,
  createLesson,
  createQuick,
  existingGames,
  forget,
  join,
  playerName,
  setPlayerName,
} from "../../shell/games.js";
import { showOpenTables } from "./open-tables.js";
import { setupForm } from "./setup.js";

const WATCHED = ["expert", "strong", "casual", "beginner"];
const FAN = ["0D", "JS", "QH", "KC", "AS"];
const DAY = 86_400_000;

/**
 * Go to the address that `work` returns, or show its error. Meanwhile the button is inactive but keeps the focus.
 * @param {HTMLElement} button
 * @param {HTMLElement} problem
 * @param {() => Promise<string>} work
 */
async function attempt(button, problem, work) {
  if (button.ariaDisabled) return;
  button.ariaDisabled = "true";
  problem.textContent = "";
  try {
    location.assign(await work());
  } catch (error) {
    problem.textContent = messageOf(error);
  } finally {
    button.ariaDisabled = null;
  }
}

// ------------------------------------------------------------------------------------------------- your games

/** @param {number} when */
function ago(when) {
  const minutes = Math.round((Date.now() - when) / 60_000);
  if (!Number.isFinite(minutes)) return "";
  if (minutes < 1) return "just now";
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  if (minutes < 60) return words.format(-minutes, "minute");
  if (minutes < 24 * 60) return words.format(-Math.round(minutes / 60), "hour");
  return words.format(-Math.round((Date.now() - when) / DAY), "day");
}

/** The outcome of a finished game. @param {RememberedGame} game @param {GameSummary} known */
function outcome(game, { names, ranks }) {
  const winners = (ranks ?? []).flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  const called = winners.map((seat) => (seat === game.seat ? "you" : names[seat])).join(" and ");
  if (!winners.length) return "finished";
  return winners.length > 1 ? `${capital(called)} shared first place` : `${capital(called)} won`;
}

/** @param {RememberedGame} game @param {GameSummary} known @param {() => Promise<void>} redraw */
function gameRow(game, known, redraw) {
  const others = known.names.filter((_, seat) => seat !== game.seat);
  const state = known.over ? outcome(game, known) : known.started ? `hand ${known.hand}` : "waiting for players";
  const label = `${known.title} with ${others.join(", ")}`;
  const id = encodeURIComponent(game.id);
  /** @param {string} href @param {string} action @param {string} [looks] */
  const link = (href, action, looks = "") =>
    h("a", { class: `button ${looks}`, href, "aria-label": `${action}: ${label}` }, action);
  const links = known.over
    ? [link(`/review/${id}`, "Review"), link(`/replay/${id}`, "Replay")]
    : [link(address(game), game.token ? "Continue" : "Watch", "primary")];
  const drop = async (/** @type {Event} */ event) => {
    const at = forgetButtons().indexOf(/** @type {HTMLElement} */ (event.currentTarget));
    forget(game.id);
    await redraw();
    const left = forgetButtons();
    (left[Math.min(at, left.length - 1)] ?? byId("setup-title")).focus();
  };
  return h(
    "li",
    null,
    h(
      "div",
      { class: "game-facts" },
      h("b", null, known.title),
      h("span", { class: "name" }, `with ${others.join(", ")}`),
      h("small", null, `${state} · ${ago(game.when)}`),
    ),
    links,
    h(
      "button",
      { type: "button", class: "button quiet forget", "aria-label": `Remove: ${label}`, onclick: drop },
      "Remove",
    ),
  );
}

const forgetButtons = () => queryAll(document, ".forget");

async function showGames() {
  const rows = (await existingGames().catch(() => [])).map(({ game, known }) => gameRow(game, known, showGames));
  byId("games-list").replaceChildren(...rows);
  byId("games").hidden = rows.length === 0;
}

// ------------------------------------------------------------------------------------------------- the page

async function showSetup() {
  const form = /** @type {HTMLFormElement} */ (byId("setup"));
  try {
    const options = await serverOptions();
    setupForm(form, options, playerName(), (table, button, problem) => {
      setPlayerName(table.name ?? "");
      attempt(button, problem, () => create({ ...table, name: table.name || null }));
    });
    byId("version").textContent = `Version ${options.version}.`;
    byId("addresses").replaceChildren(
      ...options.share.map((each) => h("li", null, h("code", null, each), copyButton(each))),
    );
    byId("share").hidden = options.share.length === 0;
  } catch (error) {
    form.replaceChildren(h("p", { class: "problem", role: "alert" }, messageOf(error)));
  }
}

function showPage() {
  byId("fan").replaceChildren(...FAN.map((card) => h("span", { class: "slot" }, cardFace(card))));
  /** @param {string} id @param {() => Promise<string>} make */
  const start = (id, make) => {
    const button = byId(id);
    button.addEventListener("click", () => attempt(button, byId("hero-problem"), make));
  };
  start("play-now", createQuick);
  start("guided", createLesson);
  start("join-any", () => join());
  start("watch", () => create({ game: "phazed", seats: WATCHED }));
  byId("setup-title").tabIndex = -1; // receives the focus when the last game is removed
  showGames();
  showSetup();
  showOpenTables(byId("open-tables"), (code, button) => {
    if (playerName()) attempt(button, byId("open-problem"), () => join(code));
    else location.assign(`/join/${code}`); // asks the player for a name
  });
  byId("code-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const code = new FormData(/** @type {HTMLFormElement} */ (byId("code-form"))).get("code");
    location.assign(`/join#${encodeURIComponent(String(code).trim())}`);
  });
}

// When the user goes back to this page, the browser restores its old state, so the games are fetched again.
addEventListener("pageshow", (event) => event.persisted && showGames());

showPage();
