// The first page: play at once, go on with a game, or set up a table.

import { cardFace } from "/pages/cards.js";
import { copyButton, h } from "/pages/dom.js";
import { QUICK, TITLES, address, create, forget, playerName, setPlayerName, stillThere } from "./games.js";
import { setupForm } from "./setup.js";
import { options } from "./site.js";

const WATCHED = ["expert", "strong", "casual", "beginner"];
const FAN = ["0D", "JS", "QH", "KC", "AS"];
const DAY = 86_400_000;

const element = (id) => document.getElementById(id);

/** Do it, with the button out of action meanwhile and the server's sentence beside it if it fails. */
async function attempt(button, problem, work) {
  button.disabled = true;
  problem.textContent = "";
  try {
    location.assign(await work());
  } catch (error) {
    problem.textContent = error.message;
  } finally {
    button.disabled = false;
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
  const drop = () => {
    forget(game.id);
    redraw();
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
      { type: "button", class: "button quiet", "aria-label": `Forget: ${label}`, onclick: drop },
      "Forget",
    ),
  );
}

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
  showGames();
  showSetup();
}

// A browser that goes back to this page shows it as it was, so what it shows of the games is asked again.
addEventListener("pageshow", (event) => event.persisted && showGames());

showPage();
