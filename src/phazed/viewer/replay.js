// The replay of a game: a table that can be stepped forth and back.
//
//     mountReplay(element, frames, options)
//
// `frames` is what `phazed.game.frames` makes of a game. It is served, and with all that it imports it also stands inside a
// page that is opened from a file.

import { JOKER, bySuit, byValue, cardBack, cardFace, cardLabel, split } from "./cards.js";
import { copyButton, drawing, h, many, spoken } from "./dom.js";
import { PLACES, SEATS, address, caption, due, found, moments, predicate, sentence } from "./moments.js";

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
  const log = h("ol", { class: "log", "aria-label": "The plays of this hand", onkeydown: (event) => walk(event) });
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
    const key = sorting === "suit" ? bySuit : byValue;
    if (sorting !== "dealt") items.sort((one, other) => key(one.card) - key(other.card));
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
    const focused = log.contains(document.activeElement);
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
    rove(line);
    if (focused && !log.contains(document.activeElement)) line.focus({ preventScroll: true });
    line.classList.add("now");
    line.setAttribute("aria-current", "step");
    const box = log.getBoundingClientRect();
    const rect = line.getBoundingClientRect();
    if (rect.top < box.top + 24 || rect.bottom > box.bottom - 24) log.scrollTop += rect.top - box.top - box.height / 2;
  }

  /** Of all plays only this one is reached by Tab; up and down lead to the others. */
  function rove(step) {
    for (const each of log.querySelectorAll(".step")) each.tabIndex = each === step ? 0 : -1;
  }

  function walk(event) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const steps = [...log.querySelectorAll(".step")];
    const next = by && steps[steps.indexOf(event.target) + by];
    if (!next) return;
    event.preventDefault();
    rove(next);
    next.focus();
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
      line.item.append(link([spoken(frames.names[line.seat], " "), ...predicate(frames, moment, open)]));
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
