// Dragging cards with mouse, pen or finger. What is dragged and where it may fall is the table's business; here is only
// the movement: a press becomes a drag when it has moved far enough, else it stays a click.

import { fly } from "./flights.js";

const THRESHOLD = 7;
const EDGE = 44; // whoever holds a card so near to the edge of what scrolls
const DWELL = 250; // and for so long wants to go on there
const CREEP = 7;

/**
 * Listen within the root; `scroller` is the part of it that scrolls. `on.begin(element)` gives what the drag carries, or
 * null if this cannot be dragged; `on.start(cargo)`, `on.over(cargo, target, point)`, `on.drop(cargo, target, point)`
 * (answers whether it was taken, as a promise or at once) and `on.end(cargo)` follow. A target is the nearest element
 * with `data-drop`, or null.
 */
export function makeDraggable(root, scroller, on) {
  let press = null; // { cargo, source, x, y, pointer, ghost, at, since }
  let quiet = false;

  root.addEventListener("pointerdown", (event) => {
    if (press || event.button !== 0 || !event.isPrimary) return;
    const cargo = on.begin(event.target);
    if (!cargo) return;
    press = { ...cargo, x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null };
    addEventListener("pointermove", onMove, { passive: false });
    addEventListener("pointerup", onUp);
    addEventListener("pointercancel", onCancel);
  });
  // A press that became a drag is no click any more.
  root.addEventListener(
    "click",
    (event) => {
      if (!quiet) return;
      quiet = false;
      event.stopPropagation();
      event.preventDefault();
    },
    true,
  );
  root.addEventListener("dragstart", (event) => event.preventDefault());

  function onMove(event) {
    if (event.pointerId !== press?.pointer) return;
    if (!press.ghost) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < THRESHOLD) return;
      lift();
      on.start(press);
      requestAnimationFrame(creep);
    }
    press.at = event;
    event.preventDefault();
    move(event);
    on.over(press, under(event), event);
  }

  function lift() {
    const rect = press.face.getBoundingClientRect();
    const ghost = press.face.cloneNode(true);
    ghost.classList.remove("moved");
    ghost.classList.add("flying", "ghost");
    ghost.style.setProperty("--card", `${rect.width}px`);
    Object.assign(ghost.style, { left: `${rect.left}px`, top: `${rect.top}px` });
    document.getElementById("flights").append(ghost);
    press.ghost = ghost;
    document.documentElement.classList.add("dragging");
    press.source.classList.add("lifted");
  }

  /** Scroll as long as the card is held near an edge. */
  function creep(now) {
    if (!press?.ghost) return;
    const { top, bottom } = scroller.getBoundingClientRect();
    const { clientY } = press.at;
    const inside = clientY < bottom; // below it lies the hand
    const way = clientY < top + EDGE ? -1 : inside && clientY > bottom - EDGE ? 1 : 0;
    press.since = way ? (press.since ?? now) : null;
    if (way && now - press.since > DWELL) {
      scroller.scrollTop += way * CREEP;
      on.over(press, under(press.at), press.at);
    }
    requestAnimationFrame(creep);
  }

  function move(event) {
    press.ghost.style.transform = `translate(${event.clientX - press.x}px, ${event.clientY - press.y}px) rotate(2deg)`;
  }

  const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]") ?? null;

  async function onUp(event) {
    if (event.pointerId !== press?.pointer) return;
    const done = release();
    if (!done.ghost) return;
    quiet = true;
    setTimeout(() => (quiet = false), 50);
    const target = under(event);
    const from = done.ghost.getBoundingClientRect();
    done.rect = from;
    const taken = await on.drop(done, target, event);
    finish(done, taken, from);
  }

  function onCancel(event) {
    if (event.pointerId !== press?.pointer) return;
    const done = release();
    if (done.ghost) finish(done, false, done.ghost.getBoundingClientRect());
  }

  function release() {
    const done = press;
    press = null;
    removeEventListener("pointermove", onMove);
    removeEventListener("pointerup", onUp);
    removeEventListener("pointercancel", onCancel);
    return done;
  }

  function finish(done, taken, from) {
    done.ghost.remove();
    done.source.classList.remove("lifted");
    document.documentElement.classList.remove("dragging");
    on.end(done, taken);
    if (!taken && done.face.isConnected) fly(done.face, from, 260);
  }

  return {
    get busy() {
      return Boolean(press?.ghost);
    },
  };
}
