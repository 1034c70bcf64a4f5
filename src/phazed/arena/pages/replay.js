// The replay of a game: a table that can be stepped forth and back.
//
//     mountReplay(element, frames, options)
//
// `frames` is what `phazed.game.frames` makes of a game. The module imports nothing and is all there is to it, so that it
// can stand inside a page that is opened from a file as well as be served. The first half works on data alone; the second
// draws. Everything that strangers wrote (names, tracebacks) becomes text nodes, never markup.

const SEATS = 4;
const RANKS = "234567890JQKA";
const SUITS = "CDHS";
const SUIT_SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const SUIT_NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const RANK_NAMES = "two three four five six seven eight nine ten jack queen king ace".split(" ");
const JOKER = "ZZ";
const HIDDEN = "XX";
const PLACES = ["", "1st", "2nd", "3rd", "4th"];

export const split = (text) => text.split(" ").filter(Boolean);
const put = (items, place, item) => items.map((old, at) => (at === place ? item : old));
export const many = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
const isRed = (card) => card[1] === "H" || card[1] === "D";
const order = (card) => (card === JOKER ? 99 : RANKS.indexOf(card[0]) * 4 + SUITS.indexOf(card[1]));
const bySuit = (card) =>
  card === JOKER ? 99 : card[0] === "A" ? 60 + order(card) : "SHCD".indexOf(card[1]) * 13 + RANKS.indexOf(card[0]);

/** The cards without those taken; a hand that is not shown gives one of its hidden cards for each. */
function without(cards, taken) {
  const left = [...cards];
  for (const card of taken) left.splice(left.indexOf(left.includes(card) ? card : HIDDEN), 1);
  return left;
}

/** The state right after the deal. */
export function dealt(hand) {
  return {
    hands: hand.dealt.map(split),
    table: Array.from({ length: SEATS }, () => ({ phase: null, groups: [] })),
    pile: hand.discard ? [hand.discard] : [],
    deck: hand.deck,
    done: hand.done,
    skips: [false, false, false, false],
    scores: hand.scores,
  };
}

/** The state after a step; the one before stays as it is. */
export function apply(state, step) {
  const [seat, verb, what] = step;
  const next = { ...state };
  const hold = (cards) => (next.hands = put(state.hands, seat, cards));
  const held = state.hands[seat];
  if (verb === "draw") {
    hold([...held, what]);
    next.deck -= 1;
  } else if (verb === "take") {
    hold([...held, what]);
    next.pile = state.pile.slice(0, -1);
  } else if (verb === "phase") {
    const groups = step[3].map(split);
    hold(without(held, groups.flat()));
    next.table = put(state.table, seat, { phase: what, groups });
    next.done = put(
      state.done,
      seat,
      [...state.done[seat], what].sort((one, other) => one - other),
    );
  } else if (verb === "add") {
    const [, , , owner, number, index] = step;
    const laid = state.table[owner];
    const group = [...laid.groups[number]];
    group.splice(index, 0, what);
    hold(without(held, [what]));
    next.table = put(state.table, owner, { ...laid, groups: put(laid.groups, number, group) });
  } else if (verb === "discard") {
    hold(without(held, [what]));
    next.pile = [...state.pile, what];
  } else if (verb === "skip") {
    hold(without(held, [JOKER]));
    next.pile = [...state.pile, JOKER];
    next.skips = put(state.skips, what, true);
  } else {
    next.skips = put(state.skips, seat, false);
  }
  return next;
}

/** Every moment of the game: the deal of each hand, each step, the end of each hand, the end of the game. */
export function moments(frames) {
  const found = [];
  frames.hands.forEach((hand, number) => {
    let state = dealt(hand);
    const leader = (hand.dealer + 1) % SEATS;
    const next = (at) => (at < hand.steps.length ? hand.steps[at][0] : null);
    found.push({ kind: "deal", hand: number, at: 0, step: null, turn: next(0) ?? leader, state });
    hand.steps.forEach((step, at) => {
      state = apply(state, step);
      found.push({ kind: "step", hand: number, at: at + 1, step, turn: step[0], state });
    });
    if (hand.end) {
      state = { ...state, scores: hand.end.scores };
      found.push({ kind: "end", hand: number, at: hand.steps.length + 1, step: null, turn: null, state });
    }
  });
  if (frames.end) {
    const last = found[found.length - 1];
    const state = last
      ? last.state
      : dealt({ dealt: ["", "", "", ""], done: frames.end.done, scores: frames.end.scores, deck: 0 });
    const offender = frames.end.error ? frames.end.error.seat : null;
    found.push({
      kind: "over",
      hand: last ? last.hand : 0,
      at: last ? last.at + 1 : 0,
      step: null,
      turn: offender,
      state,
    });
  }
  return found;
}

/** A card as people write it in a line of text. */
export function cardText(card) {
  return card === JOKER ? "Joker" : (card[0] === "0" ? "10" : card[0]) + SUIT_SIGNS[card[1]];
}

/** What people call a card. */
export function cardName(card) {
  if (card === HIDDEN) return "face down";
  return card === JOKER ? "joker" : `${RANK_NAMES[RANKS.indexOf(card[0])]} of ${SUIT_NAMES[card[1]]}`;
}

/** What a card counts in an accumulation. */
export const worth = (card) => (card === JOKER ? 0 : card[0] === "A" ? 1 : RANKS.indexOf(card[0]) + 2);

/** The kind of a group in words; an accumulation with its total and the stage that it has to reach next. */
export function caption(frames, phase, number, cards) {
  const kind = frames.phases[phase - 1].groups[number];
  let words = kind.noun;
  if (words === "total") {
    const total = cards.reduce((sum, card) => sum + worth(card), 0);
    const stage = frames.stages.find((each) => each > total);
    words += stage === undefined ? ` ${total}, closed` : ` ${total} → ${stage}`;
  }
  if (!kind.one_colour) return words;
  const telling = cards.find((card) => card[0] !== "A") ?? cards[0];
  return `${isRed(telling) ? "red" : "black"} ${words}`;
}

function whichGroup(frames, state, owner, number) {
  const nouns = frames.phases[state.table[owner].phase - 1].groups.map((kind) => kind.noun);
  const twice = nouns.filter((noun) => noun === nouns[number]).length > 1;
  return twice ? `${["first", "second"][number]} ${nouns[number]}` : nouns[number];
}

/** What a seat has to lay next, in words. */
export function due(frames, completed) {
  const open = frames.phases.flatMap((_, at) => (completed.includes(at + 1) ? [] : [at + 1]));
  if (!open.length) return "All phases completed";
  if (open.length > 1 && frames.any_order)
    return `Any of phases ${open.slice(0, -1).join(", ")} and ${open[open.length - 1]}`;
  return `Phase ${open[0]}: ${frames.phases[open[0] - 1].name}`;
}

/** What a step does, in words: texts, `{ card }` and `{ seat }`. To somebody else a drawn card stays hidden. */
export function predicate(frames, moment, open = () => true) {
  const [seat, verb, what, ...rest] = moment.step;
  if (verb === "draw") return open(seat) ? ["draws ", { card: what }] : ["draws a card"];
  if (verb === "take") return ["takes ", { card: what }, " from the discards"];
  if (verb === "phase") {
    const laid = rest[0].map((group) => split(group).map((card) => ({ card })));
    const parts = laid.map((cards) => cards.flatMap((card, at) => (at ? [" ", card] : [card])));
    return [`lays phase ${what}: `, ...parts.flatMap((part, at) => (at ? [" | ", ...part] : part))];
  }
  if (verb === "add") {
    const group = whichGroup(frames, moment.state, rest[0], rest[1]);
    const owner = rest[0] === seat ? ["their own "] : [{ seat: rest[0] }, "'s "];
    return ["adds ", { card: what }, " to ", ...owner, group];
  }
  if (verb === "discard") return ["throws ", { card: what }];
  if (verb === "skip") return ["throws a joker and skips ", { seat: what }];
  return ["misses a turn"];
}

const WHY = {
  "deck exhausted": "the deck is used up",
  "turn limit": "every player has had 50 turns",
};

/** The moment in one sentence. */
export function sentence(frames, moment, open) {
  if (moment.kind === "step") return [{ seat: moment.step[0] }, " ", ...predicate(frames, moment, open), "."];
  if (moment.kind === "deal") {
    return [{ seat: frames.hands[moment.hand].dealer }, " deals, and ", { seat: moment.turn }, " begins."];
  }
  if (moment.kind === "end") {
    const { why } = frames.hands[moment.hand].end;
    const out = moment.state.hands.findIndex((hand) => !hand.length);
    return ["The hand is over: ", ...(WHY[why] ? [WHY[why]] : [{ seat: out }, " has no cards left"]), "."];
  }
  const { error, ranks } = frames.end;
  if (error) return [{ seat: error.seat }, " made an error, which ends the game."];
  const winners = ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  const named = winners.flatMap((seat, at) => (at ? [" and ", { seat }] : [{ seat }]));
  return ["The game is over. ", ...named, winners.length > 1 ? " share the first place." : " wins."];
}

/** The sentence as plain text. */
export function inWords(frames, parts) {
  return parts
    .map((part) => (part.card ? cardText(part.card) : part.seat === undefined ? part : frames.names[part.seat]))
    .join("");
}

/** Where a moment is, for the address bar: `hand=3&step=12`, or `end`. */
export function address(moment) {
  return moment.kind === "over" ? "end" : `hand=${moment.hand + 1}&step=${moment.at}`;
}

/** The number of the moment that an address names; -1 if it names none. */
export function found(all, text) {
  const asked = new URLSearchParams(text.replace(/^#/, ""));
  if (asked.has("end")) return all.length - 1;
  const hand = Number(asked.get("hand")) - 1;
  const step = Number(asked.get("step") ?? 0);
  return all.findLastIndex((moment) => moment.kind !== "over" && moment.hand === hand && moment.at <= step);
}

// ---------------------------------------------------------------------------------------------------------- drawing

/** An element with attributes, listeners (`onclick`) and children; texts become text nodes. */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const SUIT_PATHS = {
  S: "M0-48C9-31 44-12 44 14C44 27 34 36 23 36C14 36 8 32 4 26C5 36 9 43 17 48H-17C-9 43-5 36-4 26C-8 32-14 36-23 36C-34 36-44 27-44 14C-44-12-9-31 0-48Z",
  H: "M0 46C-10 27-46 10-46-18C-46-33-35-44-22-44C-12-44-4-38 0-29C4-38 12-44 22-44C35-44 46-33 46-18C46 10 10 27 0 46Z",
  D: "M0-50C10-31 23-14 38 0C23 14 10 31 0 50C-10 31-23 14-38 0C-23-14-10-31 0-50Z",
  C: "M0-48A22 22 0 0 1 17-12A22 22 0 1 1 4 24C5 35 9 43 17 48H-17C-9 43-5 35-4 24A22 22 0 1 1-17-12A22 22 0 0 1 0-48Z",
};
const SPARK = "M0-50C6-14 14-6 50 0C14 6 6 14 0 50C-6 14-14 6-50 0C-14-6-6-14 0-50Z";
const ICONS = {
  first: "M5 4v16M20 4L8 12l12 8z",
  previous: "M12 4L3 12l9 8zM21 4l-9 8 9 8z",
  back: "M17 4L6 12l11 8z",
  play: "M7 3l13 9-13 9z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  forward: "M7 4l11 8-11 8z",
  next: "M3 4l9 8-9 8zM12 4l9 8-9 8z",
  last: "M4 4l12 8-12 8zM19 4v16",
};

export function drawing(path, box, name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", box);
  svg.setAttribute("class", name);
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}

const sign = (path, name) => drawing(path, "-50 -50 100 100", name);
const faces = new Map();

/** Red, black or joker, and the suit, for the style sheet. */
const colouring = (card) => (card === JOKER ? "joker" : `${isRed(card) ? "red" : "black"} suit-${card[1]}`);

/** One card, face up; a hidden one face down. */
export function cardFace(card) {
  if (card === HIDDEN) return cardBack();
  if (!faces.has(card)) {
    const face = h("span", {
      class: `card ${colouring(card)}`,
      role: "img",
      "aria-label": cardName(card),
    });
    const wild = card === JOKER || card[0] === "A";
    const path = card === JOKER ? SPARK : SUIT_PATHS[card[1]];
    const rank = card === JOKER ? "ZZ" : card[0] === "0" ? "10" : card[0];
    face.append(
      h(
        "span",
        { class: "corner", "aria-hidden": "true" },
        h("b", null, rank),
        sign(path, "suit"),
        h("i", null, card === JOKER ? "" : card[1]),
      ),
      sign(path, "centre"),
    );
    if (wild) face.append(sign(SPARK, "spark"));
    faces.set(card, face);
  }
  return faces.get(card).cloneNode(true);
}

/** A card inside a line of text. */
export function cardLabel(card) {
  return h("span", { class: `inline ${colouring(card)}`, title: cardName(card) }, cardText(card));
}

export function cardBack() {
  return h("span", { class: "card back", role: "img", "aria-label": "face down" });
}

export function copyButton(text) {
  return h(
    "button",
    { type: "button", class: "copy", onclick: (event) => copyFrom(event.currentTarget, text) },
    "Copy",
  );
}

/** Copy the text, and let the button say for a moment whether it worked. */
export async function copyFrom(button, text) {
  if (button.dataset.label === undefined) button.dataset.label = button.textContent;
  button.textContent = (await copied(text)) ? "Copied" : "Select and copy by hand";
  setTimeout(() => (button.textContent = button.dataset.label), 2000);
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = h("textarea", { class: "offscreen", readonly: true });
    box.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(box);
    box.select();
    const done = document.execCommand("copy");
    box.remove();
    return done;
  }
}

const PACE = 1100;
const PACES = [
  ["0.5", "½×"],
  ["1", "1×"],
  ["2", "2×"],
  ["4", "4×"],
  ["10", "10×"],
];

/**
 * Show the game inside the element. Options: `address` (true: the place is kept in the address bar), `keys` (what
 * listens to the keyboard; the document unless told), `seat` ("all", or whose view is shown first).
 *
 * Returns `{ go(number), length, destroy() }`.
 */
export function mountReplay(root, frames, options = {}) {
  const all = moments(frames);
  const keys = options.keys ?? document;
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  let now = 0;
  let seat = options.seat ?? "all";
  let sorting = "value";
  let pace = 1;
  let timer = null;
  let writing = null;

  const open = (other) =>
    seat === "all" || Number(seat) === other || all[now].kind === "end" || all[now].kind === "over";
  const name = (number) => h("span", { class: `name seat-${number}` }, frames.names[number]);
  const badge = (number) => h("span", { class: `badge seat-${number}`, "aria-hidden": "true" }, String(number));
  const told = (parts) =>
    parts.map((part) => (part.card ? cardLabel(part.card) : part.seat === undefined ? part : name(part.seat)));

  // The skeleton, which stays; what changes is drawn into it.
  const middle = h("div", { class: "middle" });
  const sentenceBox = h("p", { class: "sentence", "aria-live": "polite" });
  const whereBox = h("p", { class: "where" });
  const piles = h("div", { class: "piles" });
  const results = h("div", { class: "results" });
  middle.append(piles, h("div", { class: "telling" }, whereBox, sentenceBox, results));
  const places = Array.from({ length: SEATS }, (_, number) =>
    h("section", { class: `place place-${number}`, "aria-label": `Seat ${number}, ${frames.names[number]}` }),
  );
  const felt = h("div", { class: "felt" }, places[0], places[1], middle, places[3], places[2]);
  const log = h("ol", { class: "log", tabindex: "0", "aria-label": "The plays of this hand" });
  const logTitle = h("h2", null, "Plays");
  const sheet = h("div", { class: "sheet", tabindex: "0", role: "region", "aria-label": "Score sheet" });

  const button = (label, icon, keys, action) =>
    h(
      "button",
      { type: "button", class: `icon ${icon}`, "aria-label": label, title: `${label} (${keys})`, onclick: action },
      drawing(ICONS[icon], "0 0 24 24", "glyph"),
    );
  const playButton = button("Play", "play", "space", () => toggle());
  const slider = h("input", {
    type: "range",
    class: "slider",
    min: "0",
    max: String(Math.max(all.length - 1, 0)),
    value: "0",
    "aria-label": "Moment of the game",
    oninput: () => jump(Number(slider.value)),
  });
  const seats = h(
    "select",
    { "aria-label": "Whose cards are shown", onchange: () => ((seat = seats.value), show()) },
    h("option", { value: "all" }, "All hands"),
    frames.names.map((each, number) => h("option", { value: String(number) }, `Only seat ${number}: ${each}`)),
  );
  const sorts = h(
    "select",
    { "aria-label": "Order of the cards in the hands", onchange: () => ((sorting = sorts.value), show()) },
    h("option", { value: "value" }, "By value"),
    h("option", { value: "suit" }, "By suit"),
    h("option", { value: "dealt" }, "As dealt"),
  );
  const paces = h(
    "select",
    { "aria-label": "Pace", onchange: () => ((pace = Number(paces.value)), timer && play()) },
    PACES.map(([value, label]) => h("option", { value, selected: value === "1" }, label)),
  );
  const controls = h(
    "div",
    { class: "controls", role: "group", "aria-label": "Replay controls" },
    h(
      "div",
      { class: "buttons" },
      button("First moment", "first", "Home", () => jump(0)),
      button("Previous hand", "previous", "Page Up", () => jump(handStart(-1))),
      button("Back", "back", "left arrow", () => jump(now - 1)),
      playButton,
      button("Forward", "forward", "right arrow", () => jump(now + 1)),
      button("Next hand", "next", "Page Down", () => jump(handStart(1))),
      button("Last moment", "last", "End", () => jump(all.length - 1)),
    ),
    slider,
    h("div", { class: "choices" }, seats, sorts, paces),
  );

  root.classList.add("replay");
  root.replaceChildren(
    h("div", { class: "board" }, felt, h("aside", { class: "side" }, logTitle, log)),
    controls,
    h("div", { class: "after" }, h("h2", null, "Score sheet"), sheet, ending()),
  );

  /** Where the hand begins, or the one before it, or the next. */
  function handStart(way) {
    const starts = all.flatMap((moment, number) => (moment.kind === "deal" ? [number] : []));
    if (way < 0) return starts.filter((number) => number < now).pop() ?? 0;
    return starts.find((number) => number > now) ?? all.length - 1;
  }

  function go(number) {
    const wanted = Math.min(Math.max(number, 0), all.length - 1);
    const onward = wanted === now + 1;
    const from = onward && !calm.matches ? sources(all[wanted]) : null;
    now = wanted;
    show();
    if (from) fly(from);
  }

  /** Go there by hand, which ends the playing. */
  function jump(number) {
    go(number);
    halt();
  }

  function play() {
    clearTimeout(timer);
    if (now === all.length - 1) go(0);
    const wait = () => (PACE * (all[now].kind === "step" ? 1 : 2)) / pace;
    const tick = () => {
      go(now + 1);
      if (now === all.length - 1) halt();
      else timer = setTimeout(tick, wait());
    };
    timer = setTimeout(tick, wait() / 2);
    paint(true);
  }

  function halt() {
    clearTimeout(timer);
    timer = null;
    paint(false);
  }

  function toggle() {
    if (timer) halt();
    else play();
  }

  function paint(playing) {
    const icon = playing ? "pause" : "play";
    playButton.setAttribute("aria-label", playing ? "Pause" : "Play");
    playButton.title = playing ? "Pause (space)" : "Play (space)";
    playButton.replaceChildren(drawing(ICONS[icon], "0 0 24 24", "glyph"));
  }

  // ------------------------------------------------------------------------------------------ what changes

  function show() {
    const moment = all[now];
    const hand = frames.hands[moment.hand];
    slider.value = String(now);
    slider.setAttribute("aria-valuetext", where(moment));
    seats.value = String(seat);
    whereBox.textContent = where(moment);
    sentenceBox.replaceChildren(...told(sentence(frames, moment, open)));
    results.replaceChildren(...outcome(moment, hand));
    piles.replaceChildren(...drawPiles(moment));
    places.forEach((place, number) => drawPlace(place, number, moment));
    felt.classList.toggle("ended", moment.kind === "end" || moment.kind === "over");
    drawLog(moment, hand);
    for (const cell of sheet.querySelectorAll("[data-hand]"))
      cell.classList.toggle("now", Number(cell.dataset.hand) === moment.hand);
    if (options.address) {
      clearTimeout(writing);
      writing = setTimeout(write, 200);
    }
  }

  function where(moment) {
    if (moment.kind === "over") return `After ${many(frames.end.error ? moment.hand : frames.hands.length, "hand")}`;
    const steps = frames.hands[moment.hand].steps.length;
    const place =
      moment.kind === "deal" ? "the deal" : moment.kind === "end" ? "the end" : `play ${moment.at} of ${steps}`;
    return `Hand ${moment.hand + 1} of ${frames.hands.length} · ${place}`;
  }

  function write() {
    const text = `#${address(all[now])}${seat === "all" ? "" : `&seat=${seat}`}`;
    try {
      history.replaceState(null, "", text);
    } catch {
      // a browser that allows few changes of the address keeps the last one
    }
  }

  function outcome(moment, hand) {
    if (moment.kind === "end") {
      return hand.end.points.map((points, number) => h("span", { class: "result" }, badge(number), `+${points}`));
    }
    if (moment.kind !== "over") return [];
    const { error, ranks, scores } = frames.end;
    if (error) return [h("span", { class: "result reason" }, error.reason)];
    const inOrder = [0, 1, 2, 3].sort((one, other) => ranks[one] - ranks[other] || one - other);
    return inOrder.map((number) =>
      h("span", { class: "result" }, h("b", null, PLACES[ranks[number]]), " ", name(number), ` ${scores[number]}`),
    );
  }

  function drawPiles(moment) {
    const { deck, pile } = moment.state;
    const verb = moment.step ? moment.step[1] : "";
    const top = pile.length
      ? cardFace(pile[pile.length - 1])
      : h("span", { class: "card none", role: "img", "aria-label": "no discards" });
    if (verb === "discard" || verb === "skip") top.classList.add("moved");
    const stack = deck
      ? cardBack()
      : h("span", { class: "card none", role: "img", "aria-label": "no cards in the deck" });
    return [
      h("figure", { class: "deck" }, stack, h("figcaption", null, "Deck ", h("b", null, String(deck)))),
      h("figure", { class: "discard" }, top, h("figcaption", null, "Discards ", h("b", null, String(pile.length)))),
    ];
  }

  function drawPlace(place, number, moment) {
    const { state } = moment;
    const active = moment.turn === number;
    const winner = moment.kind === "over" && frames.end.ranks && frames.end.ranks[number] === 1;
    place.classList.toggle("active", active);
    place.classList.toggle("winner", Boolean(winner));
    place.classList.toggle("offender", moment.kind === "over" && active);
    const phases = frames.phases.map((phase, at) => {
      const done = state.done[number].includes(at + 1);
      return h("i", {
        class: done ? "done" : "",
        title: `Phase ${at + 1}, ${phase.name}: ${done ? "completed" : "to do"}`,
      });
    });
    const completed = state.done[number];
    const count = state.hands[number].length;
    place.replaceChildren(
      h(
        "header",
        null,
        badge(number),
        name(number),
        state.skips[number] && h("span", { class: "flag" }, "to be skipped"),
        h(
          "span",
          { class: "phases", role: "img", "aria-label": `phases completed: ${completed.join(", ") || "none"}` },
          phases,
        ),
        h("span", { class: "score" }, h("b", null, String(state.scores[number])), " pts"),
      ),
      drawHand(number, moment),
      h(
        "div",
        { class: "laid" },
        state.table[number].phase === null
          ? h("span", { class: "due" }, due(frames, completed))
          : state.table[number].groups.map((cards, at) => drawGroup(number, at, cards, moment)),
      ),
    );
    place.querySelector(".hand").setAttribute("aria-label", `${many(count, "card")} in the hand`);
  }

  function drawHand(number, moment) {
    const held = moment.state.hands[number];
    const picked = moment.step && moment.step[0] === number && (moment.step[1] === "draw" || moment.step[1] === "take");
    const items = held.map((card, at) => ({ card, moved: picked && at === held.length - 1 }));
    if (sorting !== "dealt")
      items.sort(
        (one, other) =>
          (sorting === "suit" ? bySuit : order)(one.card) - (sorting === "suit" ? bySuit : order)(other.card),
      );
    const visible = open(number);
    if (!visible) items.sort((one, other) => one.moved - other.moved);
    const row = h("div", { class: "hand", role: "group" });
    for (const { card, moved } of items) {
      const each = visible ? cardFace(card) : cardBack();
      each.dataset.card = card;
      if (moved) each.classList.add("moved");
      row.append(h("span", { class: "slot" }, each));
    }
    if (!items.length) row.append(h("span", { class: "empty" }, "no cards"));
    return row;
  }

  function drawGroup(owner, number, cards, moment) {
    const step = moment.step ?? [];
    const laidNow = step[1] === "phase" && step[0] === owner;
    const addedAt = step[1] === "add" && step[3] === owner && step[4] === number ? step[5] : -1;
    const row = h("div", { class: "cards" });
    cards.forEach((card, at) => {
      const each = cardFace(card);
      if (laidNow || at === addedAt) each.classList.add("moved");
      row.append(h("span", { class: "slot" }, each));
    });
    return h(
      "figure",
      { class: "group" },
      row,
      h("figcaption", null, caption(frames, moment.state.table[owner].phase, number, cards)),
    );
  }

  function drawLog(moment, hand) {
    if (log.dataset.hand !== `${moment.hand}/${seat}`) {
      log.dataset.hand = `${moment.hand}/${seat}`;
      logTitle.textContent = `Hand ${moment.hand + 1}`;
      const first = all.findIndex((each) => each.kind === "deal" && each.hand === moment.hand);
      log.replaceChildren(...turns(first));
    }
    for (const line of log.querySelectorAll(".now"))
      (line.classList.remove("now"), line.removeAttribute("aria-current"));
    const line = log.querySelector(`[data-at="${now}"]`);
    if (!line) return;
    line.classList.add("now");
    line.setAttribute("aria-current", "step");
    const box = log.getBoundingClientRect();
    const rect = line.getBoundingClientRect();
    if (rect.top < box.top + 24 || rect.bottom > box.bottom - 24) log.scrollTop += rect.top - box.top - box.height / 2;
  }

  /** The hand's plays, a line for each turn. */
  function turns(first) {
    const lines = [];
    let line = null;
    for (let number = first; number < all.length && (number === first || all[number].kind !== "deal"); number += 1) {
      const moment = all[number];
      const link = (parts) =>
        h(
          "button",
          { type: "button", class: "step", "data-at": String(number), onclick: () => jump(number) },
          told(parts),
        );
      if (moment.kind !== "step") {
        lines.push(h("li", { class: "mark" }, link(sentence(frames, moment, open))));
        line = null;
        continue;
      }
      if (!line || line.seat !== moment.step[0] || line.over) {
        line = { seat: moment.step[0], over: false, item: h("li", null, badge(moment.step[0])) };
        lines.push(line.item);
      }
      line.item.append(link(predicate(frames, moment, open)));
      line.over = ["discard", "skip", "miss"].includes(moment.step[1]);
    }
    return lines;
  }

  /** The score sheet: a row for each seat, a column for each hand. */
  function drawSheet() {
    const head = h(
      "tr",
      null,
      h("th", { scope: "col" }, "Player"),
      frames.hands.map((hand, number) =>
        h(
          "th",
          { scope: "col", "data-hand": String(number) },
          h(
            "button",
            {
              type: "button",
              title: `Go to hand ${number + 1}`,
              onclick: () => jump(all.findIndex((each) => each.kind === "deal" && each.hand === number)),
            },
            String(number + 1),
          ),
        ),
      ),
      h("th", { scope: "col" }, "Sum"),
    );
    const rows = frames.names.map((_, number) => {
      const cells = frames.hands.map((hand, at) => {
        const laid = hand.steps.find((step) => step[1] === "phase" && step[0] === number);
        return h(
          "td",
          { "data-hand": String(at) },
          h("span", { class: "points" }, hand.end ? String(hand.end.points[number]) : "–"),
          laid
            ? h(
                "span",
                { class: "laid-phase", title: `laid phase ${laid[2]}, ${frames.phases[laid[2] - 1].name}` },
                `P${laid[2]}`,
              )
            : h("span", { class: "laid-phase no" }, " "),
        );
      });
      const last = all[all.length - 1].state;
      return h(
        "tr",
        null,
        h("th", { scope: "row" }, badge(number), name(number)),
        cells,
        h(
          "td",
          { class: "sum" },
          h("span", { class: "points" }, String(last.scores[number])),
          h("span", { class: "laid-phase" }, `${last.done[number].length}/${frames.phases.length}`),
        ),
      );
    });
    return h("table", null, h("thead", null, head), h("tbody", null, rows));
  }

  /** The error that ended the game, with all that is known of it. */
  function ending() {
    const error = frames.end && frames.end.error;
    if (!error) return null;
    const boxes = [
      ["The call", error.call],
      ["The answer", error.answer],
      ["Traceback", error.traceback],
    ];
    return h(
      "section",
      { class: "error-details" },
      h("h2", null, "The error"),
      h(
        "p",
        null,
        name(error.seat),
        ` (seat ${error.seat}): ${error.reason}`,
        error.kind && h("span", { class: "kind" }, error.kind),
      ),
      boxes
        .filter(([, text]) => text)
        .map(([title, text]) =>
          h(
            "div",
            { class: "box" },
            h("div", { class: "box-head" }, h("h3", null, title), copyButton(text)),
            h("pre", { tabindex: "0" }, text),
          ),
        ),
    );
  }

  // ------------------------------------------------------------------------------------------ cards that fly

  /** Where the cards are now that the moment's step will move. */
  function sources(moment) {
    if (!moment.step) return null;
    const [actor, verb, what] = moment.step;
    const rects = (elements) => elements.filter(Boolean).map((element) => element.getBoundingClientRect());
    if (verb === "draw") return rects([piles.querySelector(".deck .card")]);
    if (verb === "take") return rects([piles.querySelector(".discard .card")]);
    const slots = [...places[actor].querySelectorAll(".hand .card")];
    const cards =
      verb === "phase" ? moment.step[3].flatMap(split) : verb === "skip" ? [JOKER] : verb === "miss" ? [] : [what];
    return rects(
      cards.map((card) => {
        const at = slots.findIndex((slot) => slot.dataset.card === card);
        return at < 0 ? null : slots.splice(at, 1)[0];
      }),
    );
  }

  function fly(from) {
    const moved = felt.querySelectorAll(".card.moved");
    moved.forEach((card, at) => {
      const start = from[at];
      if (!start || !card.animate) return;
      const rect = card.getBoundingClientRect();
      const shift = `translate(${start.left - rect.left}px, ${start.top - rect.top}px) scale(${start.width / rect.width})`;
      card.animate(
        [
          { transform: shift, transformOrigin: "0 0" },
          { transform: "none", transformOrigin: "0 0" },
        ],
        { duration: Math.min(320, 500 / pace), easing: "cubic-bezier(.2,.7,.2,1)" },
      );
    });
  }

  // ------------------------------------------------------------------------------------------ keyboard and address

  const KEYS = {
    ArrowRight: () => now + 1,
    ArrowLeft: () => now - 1,
    Home: () => 0,
    End: () => all.length - 1,
    PageDown: () => handStart(1),
    PageUp: () => handStart(-1),
  };

  function onKey(event) {
    const at = event.target;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      (at.closest && at.closest("select, textarea, pre, input:not(.slider)"))
    )
      return;
    if (event.key === " " && !(at.closest && at.closest("button, a, summary"))) toggle();
    else if (KEYS[event.key]) jump(KEYS[event.key]());
    else return;
    event.preventDefault();
  }

  function onHash() {
    const asked = new URLSearchParams(location.hash.slice(1)).get("seat");
    if (asked !== null && /^[0-3]$/.test(asked)) seat = asked;
    const number = found(all, location.hash);
    if (number >= 0) go(number);
  }

  keys.addEventListener("keydown", onKey);
  if (options.address) window.addEventListener("hashchange", onHash);
  if (all.length) {
    sheet.append(drawSheet());
    show();
    if (options.address) onHash();
  } else sentenceBox.textContent = "Nothing has been played.";

  return {
    go,
    length: all.length,
    destroy() {
      halt();
      clearTimeout(writing);
      keys.removeEventListener("keydown", onKey);
      window.removeEventListener("hashchange", onHash);
      root.replaceChildren();
    },
  };
}
