// The first page: play at once, go on with a game, or set up a table.

import { cardFace } from "/viewer/cards.js";
import { copyButton, h } from "/viewer/dom.js";
import { QUICK, TITLES, address, create, forget, playerName, setPlayerName, stillThere } from "../site/games.js";
import { setupForm } from "./setup.js";
import { options } from "../site/site.js";

const WATCHED = ["expert", "strong", "casual", "beginner"];
const FAN = ["0D", "JS", "QH", "KC", "AS"];
const DAY = 86_400_000;

const element = (id) => document.getElementById(id);

/** Do it, with the button out of action meanwhile (but not without the focus), and what went wrong beside it. */
async function attempt(button, problem, work) {
  if (button.ariaDisabled) return;
  button.ariaDisabled = "true";
  problem.textContent = "";
  try {
    location.assign(await work());
  } catch (error) {
    problem.textContent = error.message;
  } finally {
    button.ariaDisabled = null;
  }
}

// ------------------------------------------------------------------------------------------------- your games

function ago(when) {
  const minutes = Math.round((Date.now() - when) / 60_000);
  if (!Number.isFinite(minutes)) return "";
  if (minutes < 1) return "just now";
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  if (minutes < 60) return words.format(-minutes, "minute");
  if (minutes < 24 * 60) return words.format(-Math.round(minutes / 60), "hour");
  return words.format(-Math.round((Date.now() - when) / DAY), "day");
}

function gameRow(game, known, redraw) {
  const others = known.names.filter((_, seat) => seat !== game.seat);
  const state = known.over ? "finished" : known.started ? `hand ${known.hand}` : "not begun yet";
  const label = `${TITLES[known.game] ?? known.game} with ${others.join(", ")}`;
  const href = known.over ? `/replay/${encodeURIComponent(game.id)}` : address(game);
  const action = known.over ? "Replay" : game.token ? "Continue" : "Watch on";
  const drop = async (event) => {
    const at = forgetters().indexOf(event.currentTarget);
    forget(game.id);
    await redraw();
    const left = forgetters();
    (left[Math.min(at, left.length - 1)] ?? element("setup-title")).focus();
  };
  return h(
    "li",
    null,
    h(
      "div",
      { class: "game-facts" },
      h("b", null, TITLES[known.game] ?? known.game),
      h("span", { class: "name" }, `with ${others.join(", ")}`),
      h("small", null, `${state} · ${ago(game.when)}`),
    ),
    h("a", { class: `button ${known.over ? "" : "primary"}`, href, "aria-label": `${action}: ${label}` }, action),
    h(
      "button",
      { type: "button", class: "button quiet forget", "aria-label": `Forget: ${label}`, onclick: drop },
      "Forget",
    ),
  );
}

const forgetters = () => [...document.querySelectorAll(".forget")];

async function showGames() {
  const rows = (await stillThere().catch(() => [])).map(({ game, known }) => gameRow(game, known, showGames));
  element("games-list").replaceChildren(...rows);
  element("games").hidden = rows.length === 0;
}

// ------------------------------------------------------------------------------------------------- the page

async function showSetup() {
  const form = element("setup");
  try {
    const can = await options;
    setupForm(form, can, playerName(), (order, button, problem) => {
      setPlayerName(order.name);
      attempt(button, problem, () => create({ ...order, name: order.name || null }));
    });
    element("version").textContent = `Version ${can.version}.`;
    element("addresses").replaceChildren(
      ...can.share.map((each) => h("li", null, h("code", null, each), copyButton(each))),
    );
    element("share").hidden = can.share.length === 0;
  } catch (error) {
    form.replaceChildren(h("p", { class: "problem", role: "alert" }, error.message));
  }
}

function showPage() {
  element("fan").replaceChildren(...FAN.map((card) => h("span", { class: "slot" }, cardFace(card))));
  const start = (id, order) => {
    const button = element(id);
    button.addEventListener("click", () => attempt(button, element("hero-problem"), () => create(order)));
  };
  start("play-now", QUICK);
  start("watch", { game: "phazed", seats: WATCHED });
  element("setup-title").tabIndex = -1; // it takes the focus when the last game is forgotten
  showGames();
  showSetup();
}

// A browser that goes back to this page shows it as it was, so what it shows of the games is asked again.
addEventListener("pageshow", (event) => event.persisted && showGames());

showPage();
