// The live table: puts the pieces together and decides what a click, a drop or a key means.
//
// The object `t` is what the pieces share. What is known of the game is in `t.game`; whatever the person wants to play
// is sent as it is, legal or not, and the server's answer is shown where it was tried.

import { h } from "/viewer/dom.js";
import { label, makeActions } from "./actions.js";
import { aim, drawPiles, drawSeat, laidGroups, pips, plate } from "./board.js";
import { bubble, closeBubble, sentence } from "./bubbles.js";
import { Builder } from "./hand/builder.js";
import { listenToDrags } from "./hand/dropping.js";
import { Endings } from "./end/endings.js";
import { makeFlow } from "./flow.js";
import { Game } from "./game.js";
import { playerName, remember, remembered, setPlayerName } from "../site/games.js";
import { HandRow, Held } from "./hand/hand.js";
import { Hints } from "./hints.js";
import { listenToKeys } from "./keys.js";
import { connect } from "./live.js";
import { memoryOf } from "./memory.js";
import { makeMenu } from "./menu.js";
import { openRules } from "../pages/rules.js";
import { changed, settings } from "../site/settings.js";
import { startTour, tourSeen } from "./tour.js";
import { askName, drawWaiting } from "./waiting.js";
import { Log, prompt, withCards } from "./words.js";

const element = (id) => document.getElementById(id);
const id = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1));
const token = new URLSearchParams(location.hash.slice(1)).get("seat");
const root = element("table");

const memory = memoryOf(id);
const visited = memory.read();
const game = new Game((number) => (visited.hand === number ? visited.shown : null));

const t = {
  game,
  held: new Held(),
  live: null,
  selected: null, // the number of the chosen card
  dragged: null, // what is being dragged
  dragOrder: null, // the order of the hand as it would be if the card were let go here
  dropped: null, // the rectangle where a card was dropped, from which it goes on
  pending: false,
  paused: false,
  touring: false,
  get active() {
    return this.dragged?.card ?? this.held.find(this.selected)?.card ?? null;
  },
  /** How the hand is sorted: as set, or in the person's own order, which is for this hand only. */
  get sorting() {
    if (this.held.own) return "own";
    return settings.sort === "phase" && !phaseDue() ? "value" : settings.sort;
  },
  get hintedPile() {
    return hints.pile;
  },
  get hintedGroup() {
    return hints.group;
  },
  button: (action) => root.querySelector(`[data-action="${action}"]`),
  render,
  select,
  play,
  add: (owner, group, index, place) => t.move((card) => `add ${card} to ${owner}.${group} at ${index}`, place),
  skip: (seat, place) => t.move(() => `skip ${seat}`, place),
  throwCard: (place) => t.move((card) => `discard ${card}`, place),
  /** Play the chosen card. */
  async move(words, place) {
    const item = t.held.find(t.selected);
    if (item) return play(words(item.card), place, item.id);
    return t.noCard(place);
  },
  clickPile,
  noCard: (place) => game.mine && game.turn.stage === "during" && t.say("Choose a card of your hand first.", place),
  say: (text, place, rule) => bubble(text, place, { rule }),
  async standIn(seat) {
    const answer = await t.live.ask({ do: "stand-in", seat });
    if (answer.kind === "error") t.say(answer.reason, t.button("stand-in") ?? root);
  },
  undo,
  hurry: () => flow.hurry(),
  changeSorting,
  toggleLog,
  rename,
  ownSources,
  ownOrder,
  shownItems,
  drawHand,
  keepFocus,
  clearView,
  reveal,
  get byKeys() {
    return byKeys;
  },
  setBusy,
  remind,
  pause() {
    t.paused = !t.paused;
    render();
    flow.pump();
    drain();
  },
  drain,
  get hasMail() {
    return inbox.length > 0;
  },
  next() {
    t.paused = false;
    flow.endLook();
    return askAtTheEnd(game.table?.open ? "advance" : "next");
  },
  rematch: () => askAtTheEnd("rematch"),
};

const log = new Log(element("log"), game);
const hints = new Hints(t);
const builder = new Builder(t, element("builder"));
const endings = new Endings(t);
const row = new HandRow(element("hand"), { choose: chooseCard, move: moveCard });
const menu = makeMenu(t.button("menu"), element("menu"), t);
t.button("rules").addEventListener("click", () => openRules());
const drawActions = makeActions(element("actions"), t);
Object.assign(t, { log, hints, builder, endings, row, menu });
const flow = makeFlow(t);

// -------------------------------------------------------------------------------------- the server's messages

const inbox = []; // what has come and cannot be shown yet

function onMessage(message) {
  inbox.push(message);
  drain();
}

/** See to what has come. Several may watch the same bots, each at their own pace: nobody misses what another is past. */
function drain() {
  const early = ({ kind }) => game.table?.open && (t.paused || (kind === "table" && flow.lingers));
  while (inbox.length && !early(inbox[0])) take(inbox.shift());
}

function take(message) {
  if (message.kind === "table") onTable(message);
  else if (message.kind === "steps") onSteps(message);
  else if (message.kind === "seats") onSeats(message);
  else if (message.kind === "rematch" && message.address) onRematch(message);
  else if (message.kind === "error" && message.final) onState("gone", 0, message.reason);
  else if (message.kind === "error") announce(sentence(message.reason));
}

/** Ask for what comes after the end of a hand, whose dialog says why it does not come. */
async function askAtTheEnd(what) {
  const answer = await t.live.ask({ do: what });
  if (answer.kind === "error") endings.tell(sentence(answer.reason));
}

/** Say something above the table; with nothing to say, be silent. */
function announce(...content) {
  const banner = element("banner");
  banner.hidden = content.length === 0;
  banner.replaceChildren(...content);
}

/** Who asked for another game goes there at once, everybody else is invited. */
function onRematch({ address, by }) {
  if (by === undefined) {
    location.assign(address);
    return;
  }
  game.table.rematch = { address, by };
  offerRematch();
}

/** There is another game, where one has a seat if its address says so. */
function offerRematch() {
  const { address, by } = game.table.rematch;
  const link = h("a", { href: address }, address.includes("#") ? "Join" : "Watch");
  announce(by ? `${by} plays again. ` : "There is another game. ", link);
  endings.refresh();
}

async function onTable(message) {
  const before = game.hand?.number;
  const first = game.table === null;
  game.load(message);
  if (message.rematch) game.table.rematch = { address: message.rematch, by: null };
  if (game.seat !== null) {
    const { game: name, names, over } = message;
    remember({ id, token, seat: game.seat, game: name, names, when: Date.now(), ...(over ? { over: true } : {}) });
  }
  if (game.hand?.number !== before) {
    builder.reset();
    endings.close();
    select(null, false);
    t.held = new Held();
  }
  t.held.update(game.cards);
  t.held.fresh = null;
  if (first && visited.hand === game.hand?.number) t.held.arrange(visited);
  log.update();
  render();
  if (first && game.hand?.number === 0 && !game.watching && !tourSeen()) {
    t.touring = true;
    await startTour();
    t.touring = false;
  }
  if (game.table.rematch) offerRematch();
  flow.pump();
}

function onSteps(message) {
  const shown = game.shown;
  announce();
  if (!game.extend(message)) {
    t.live.rejoin();
    return;
  }
  if (message.over && !game.watching) remember({ id, over: true });
  if (game.shown < shown) {
    t.held.update(game.cards, true);
    t.held.fresh = null;
    hints.forget();
    select(null, false);
    log.update();
    render();
    keepFocus();
  }
  flow.pump();
}

function onSeats({ names, seats, ready, gives }) {
  if (!game.table) return;
  if (!game.state) tellArrivals(names, seats);
  Object.assign(game.table, { names, seats, ready, gives });
  render();
  endings.refresh();
}

/** Before the game, say who has sat down. */
function tellArrivals(names, seats) {
  const came = names.filter((_, seat) => seats[seat].taken && !game.table.seats[seat].taken);
  const free = seats.filter((seat) => !seat.taken).length;
  const left = free ? `; ${free === 1 ? "one seat is" : `${free} seats are`} free` : "";
  if (came.length) announce(`${came.join(" and ")} sat down${left}.`);
}

function onState(state, seconds, reason) {
  root.dataset.connection = state;
  if (state === "open") announce();
  if (state === "lost")
    announce(`The connection is lost. Trying again${seconds > 1 ? ` in ${seconds} seconds` : ""}…`);
  if (state === "gone") {
    t.live.close();
    const watch = /\bwatch\b/.test(reason) ? [h("a", { href: location.pathname }, "Watch"), " · "] : [];
    announce(`${sentence(reason)} `, ...watch, h("a", { href: "/" }, "To the first page"));
  }
}

// -------------------------------------------------------------------------------------- showing the steps

function setBusy(busy) {
  root.dataset.busy = String(busy);
}

function remind() {
  if (!game.hand) return;
  const order = t.held.items.map((item) => item.card);
  memory.write({ hand: game.hand.number, shown: game.shown, order, own: t.held.own, ordered: t.held.ordered });
}

/** Where the cards that leave one's own hand are now. */
function ownSources(cards) {
  if (t.dropped && cards.length === 1) return [t.dropped];
  const used = new Set();
  const chosen = t.held.leaving;
  return cards
    .map((card) => {
      if (builder.isOpen) return builder.rectOf(card, used);
      const button =
        cards.length === 1 && chosen !== null
          ? row.button(chosen)
          : row.buttons.find((each) => each.dataset.card === card && !used.has(each));
      used.add(button);
      return button?.firstElementChild;
    })
    .filter(Boolean)
    .map((face) => face.getBoundingClientRect());
}

// -------------------------------------------------------------------------------------- playing

/** Send a play; the refusal is shown at the place. True if it was made. */
async function play(text, place, card = null) {
  if (flow.pumping && !game.mine) {
    flow.hurry();
    return false;
  }
  if (t.pending || !game.hand) return false;
  const rect = place instanceof Element ? place.getBoundingClientRect() : place;
  closeBubble();
  t.pending = true;
  t.held.leaving = card;
  const answer = await t.live.ask({ do: "play", hand: game.hand.number, at: game.hand.steps.length, play: text });
  t.pending = false;
  if (answer.kind === "done") return true;
  t.held.leaving = null;
  t.say(answer.reason, rect, answer.rule);
  // Anything but a refusal means that we do not know the table as it is.
  if (answer.kind === "error" && !answer.lost) t.live.rejoin();
  return false;
}

async function undo() {
  const place = t.button("undo");
  if (!game.mine || !game.turn.undo) {
    t.say("There is nothing to take back: a card that was picked up or thrown stays.", place);
    return;
  }
  const answer = await t.live.ask({ do: "undo", hand: game.hand.number, at: game.hand.steps.length });
  if (answer.kind === "error") t.say(answer.reason, place);
}

function clickPile(pile, place) {
  if (pile === "deck" || !game.mine) return play("draw", place);
  const during = game.mine && game.turn.stage === "during";
  if (during) return t.selected === null ? t.noCard(place) : t.throwCard(place);
  const top = game.state.pile.at(-1);
  return top ? play(`take ${top}`, place) : t.say("There is no discard to take.", place, "4.5");
}

function chooseCard(number) {
  if (builder.isOpen) builder.toggle(number);
  else select(t.selected === number ? null : number);
}

function select(number, draw = true) {
  t.selected = number;
  closeBubble();
  if (number !== null) clearView();
  if (draw && game.table) render();
  if (draw && number !== null) reveal();
}

/** On a phone the hint lies over the groups that the card may go to; the button shows it again. */
function clearView() {
  if (narrow.matches) hints.close();
}

/** Where the table is too long for the window, bring the first place that takes the card into sight. */
function reveal() {
  const lit = [...document.querySelectorAll(".target.lit")];
  const { top, bottom } = element("area").getBoundingClientRect();
  const seen = (target) => {
    const rect = target.getBoundingClientRect();
    return rect.top >= top && rect.bottom <= bottom;
  };
  if (!lit.some(seen)) lit[0]?.scrollIntoView({ block: "center" });
}

async function rename(name) {
  const answer = await t.live.ask({ do: "name", name });
  if (answer.kind === "error") return answer.reason;
  setPlayerName(name);
  return null;
}

// -------------------------------------------------------------------------------------- the order of the hand

/** The phase to sort for; null if it is laid, or if there are several. */
function phaseDue() {
  if (!game.state || game.laid !== null || game.due.length !== 1) return null;
  return game.table.phases[game.due[0] - 1];
}

function shownItems() {
  if (!t.dragOrder) return t.held.sorted(t.sorting, phaseDue());
  return t.dragOrder.map((number) => t.held.find(number)).filter(Boolean);
}

/** The order on the screen becomes the person's own. */
function ownOrder(numbers) {
  t.held.reorder(numbers);
  remind();
  render();
}

function moveCard(number, by) {
  const numbers = shownItems().map((item) => item.id);
  const at = numbers.indexOf(number);
  const to = at + by;
  if (to < 0 || to >= numbers.length) return;
  numbers.splice(at, 1);
  numbers.splice(to, 0, number);
  ownOrder(numbers);
}

function changeSorting() {
  const names = ["value", "suit", ...(phaseDue() ? ["phase"] : []), ...(t.held.ordered ? ["own"] : [])];
  const next = names[(names.indexOf(t.sorting) + 1) % names.length];
  t.held.own = next === "own";
  if (!t.held.own) settings.sort = next;
  remind();
  render();
}
changed.addEventListener("change", () => {
  if (game.table) render();
  flow.goOn();
});

// -------------------------------------------------------------------------------------- drawing

const sections = [".left", ".top", ".right"].map((name) => root.querySelector(`.seat${name}`));

function render() {
  const { table } = game;
  if (!table) return;
  const key = document.activeElement?.closest?.("#table [data-key]")?.dataset.key ?? null;
  const playing = game.state !== null;
  element("waiting").hidden = playing || table.open;
  element("area").hidden = !playing;
  element("bottom").hidden = !playing;
  element("title").textContent = table.title;
  t.button("log").hidden = !playing;
  root.dataset.turn = game.ended || table.over ? "over" : game.mine ? "yours" : "other";
  root.dataset.stage = game.mine ? game.turn.stage : "";
  root.classList.toggle("watching", game.watching);
  document.title = game.mine ? "● Your turn · Phazed" : "The table · Phazed";
  if (!playing) {
    element("facts").textContent = "";
    if (!table.open) drawWaiting(element("waiting"), t);
    setBusy(false);
    return;
  }
  label(element("facts"), `Hand ${game.hand.number + 1}`, ` of at most ${table.most_hands}`);
  game.others.forEach((seat, at) => drawSeat(sections[at], seat, t));
  element("piles").replaceChildren(...drawPiles(t));
  drawPrompt();
  drawMine();
  drawHand();
  drawActions();
  const area = element("area");
  area.classList.toggle("overflows", area.scrollHeight > area.clientHeight);
  if (key && !document.activeElement?.closest?.("[data-key]"))
    root.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

function drawPrompt() {
  const box = element("prompt");
  const text = prompt(game, builder.isOpen ? null : t.active);
  if (box.dataset.text === text) return;
  box.dataset.text = text;
  box.replaceChildren(...withCards(text));
}

/** One's own side: how one stands, what is due, what one has laid. */
function drawMine() {
  const box = element("mine");
  if (game.watching) {
    drawSeat(box, game.bottom, t);
    return;
  }
  const seat = game.bottom;
  box.classList.toggle("active", game.active === seat);
  box.dataset.seat = String(seat);
  box.replaceChildren(
    h(
      "div",
      { class: "own-plate" },
      plate(game, seat),
      pips(game, seat),
      h("p", { class: "aim due", "data-tour": "due" }, aim(game, seat)),
    ),
    laidGroups(t, seat) ?? "",
  );
}

function drawHand() {
  const box = element("hand");
  box.hidden = game.watching;
  if (game.watching) return;
  box.classList.toggle("welcomes", t.dragged?.kind === "pile");
  const fresh = t.held.fresh;
  row.draw(shownItems(), (item) => ({
    selected: item.id === t.selected,
    placed: builder.placeOf(item.id),
    hinted: hints.cards.includes(item.card),
    fresh: item.id === fresh && game.mine,
  }));
  const picked = game.last?.[0] === game.seat && ["draw", "take"].includes(game.last[1]);
  for (const button of row.buttons)
    button.firstElementChild.classList.toggle("moved", picked && Number(button.dataset.id) === fresh);
}

// -------------------------------------------------------------------------------------- the focus

/** Focus that went away with a card goes to its neighbour; after a pick-up by keyboard, to the new card. */
let lastPlace = 0;
let byKeys = false;
const inputBy = (keys) => {
  byKeys = keys;
  document.body.dataset.input = keys ? "keys" : "pointer";
};
addEventListener("keydown", () => inputBy(true), true);
addEventListener("pointerdown", () => inputBy(false), true);
element("hand").addEventListener("focusin", (event) => {
  const at = row.buttons.indexOf(event.target.closest(".held"));
  if (at >= 0) lastPlace = at;
});
function keepFocus(picked = false) {
  const at = document.activeElement;
  const lost = !at || at === document.body || !at.getClientRects().length; // what is hidden now keeps it for a while
  if (picked && byKeys) {
    const place = row.buttons.findIndex((button) => Number(button.dataset.id) === t.held.fresh);
    if (place >= 0) row.focus(place);
  } else if (lost && !document.querySelector("dialog[open]") && !row.focus(lastPlace)) t.button("log").focus();
}

// -------------------------------------------------------------------------------------- the log

const wide = matchMedia("(min-width: 1100px)");
const narrow = matchMedia("(max-width: 760px), (max-height: 520px)");
function toggleLog(open = !root.classList.contains("log-open")) {
  root.classList.toggle("log-open", open);
  closeBubble();
  t.button("log").setAttribute("aria-expanded", String(open));
  const list = element("log").parentElement;
  list.tabIndex = open ? 0 : -1;
  list.scrollTop = list.scrollHeight;
  if (!open && list.contains(document.activeElement)) t.button("log").focus();
}
t.button("log").addEventListener("click", () => toggleLog());
element("area").addEventListener("pointerdown", () => wide.matches || toggleLog(false));
wide.addEventListener("change", () => toggleLog(wide.matches));
toggleLog(wide.matches);

// -------------------------------------------------------------------------------------- beginning

root.addEventListener("click", (event) => {
  if (!event.target.closest("button, a, select, input, .builder, .log-panel")) flow.hurry();
});
listenToKeys(t);
listenToDrags(root, t);
addEventListener("hashchange", () => location.reload());

/** Whether somebody has come by a link and has not told a name yet. */
async function cameByLink() {
  if (!token || playerName() || remembered().some((each) => each.id === id)) return false;
  try {
    const known = await (await fetch(`/api/games/${id}`)).json();
    return known.full === false; // otherwise the seat has its name already
  } catch {
    return false;
  }
}

async function begin() {
  if (await cameByLink()) {
    await askName(element("waiting"));
  }
  t.live = connect({ id, join: () => ({ do: "join", token, name: playerName() || null }), onMessage, onState });
}
begin();
