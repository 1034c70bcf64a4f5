// Dragging with mouse, pen or finger. This module handles only the movement: a press becomes a drag when the pointer
// has moved far enough; otherwise it remains a click. The listeners decide what can be dragged and where it can be
// dropped.

import { byId, closest } from "../../../components/dom.js";
import { fly } from "./flights.js";

const THRESHOLD = 7;
const EDGE = 44; // distance from the edge of the scroller at which a dragged card scrolls it
const DWELL = 250; // time that the card must stay there, in milliseconds
const CREEP = 7;

/**
 * @template Cargo
 * @typedef {object} DragListeners
 * @property {(target: EventTarget | null) => Cargo | null} begin  returns the item to drag, or null if nothing can be dragged
 * @property {(cargo: Cargo) => void} start
 * @property {(cargo: Cargo, target: HTMLElement | null, point: PointerEvent) => void} over
 * @property {(cargo: Cargo, target: HTMLElement | null, point: PointerEvent, from: DOMRect) => Promise<boolean>} drop
 *   resolves to whether the target accepts the item
 * @property {() => void} end
 */
/**
 * @template Cargo
 * @typedef {{ cargo: Cargo, x: number, y: number, pointer: number, ghost: HTMLElement | null, at: PointerEvent,
 *   since: number | null }} Press
 */

/** The drop target at a point: the nearest element with `data-drop`. @param {PointerEvent} point */
const under = (point) => closest(document.elementFromPoint(point.clientX, point.clientY), "[data-drop]");

/**
 * Handle drags within the root; `scroller` is its scrolling part.
 * @template {{ source: HTMLElement, face: HTMLElement }} Cargo
 * @param {HTMLElement} root
 * @param {HTMLElement} scroller
 * @param {DragListeners<Cargo>} on
 */
export function makeDraggable(root, scroller, on) {
  /** @type {Press<Cargo> | null} */
  let press = null;
  let quiet = false;

  root.addEventListener("pointerdown", (event) => {
    if (press || event.button !== 0 || !event.isPrimary) return;
    const cargo = on.begin(event.target);
    if (!cargo) return;
    const { clientX: x, clientY: y, pointerId: pointer } = event;
    press = { cargo, x, y, pointer, ghost: null, at: event, since: null };
    addEventListener("pointermove", onMove, { passive: false });
    addEventListener("pointerup", onUp);
    addEventListener("pointercancel", onCancel);
  });
  // A press that became a drag is not a click.
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

  /** @param {PointerEvent} event */
  function onMove(event) {
    if (!press || event.pointerId !== press.pointer) return;
    if (!press.ghost) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < THRESHOLD) return;
      press.ghost = lift(press.cargo);
      on.start(press.cargo);
      requestAnimationFrame(creep);
    }
    press.at = event;
    event.preventDefault();
    const shift = `translate(${event.clientX - press.x}px, ${event.clientY - press.y}px)`;
    press.ghost.style.transform = `${shift} rotate(2deg)`;
    on.over(press.cargo, under(event), event);
  }

  /** Scroll while the card is held near an edge. @param {number} now */
  function creep(now) {
    if (!press?.ghost) return;
    const { top, bottom } = scroller.getBoundingClientRect();
    const { clientY } = press.at;
    const inside = clientY < bottom; // the hand is below the scroller
    const way = clientY < top + EDGE ? -1 : inside && clientY > bottom - EDGE ? 1 : 0;
    press.since = way ? (press.since ?? now) : null;
    if (press.since !== null && now - press.since > DWELL) {
      scroller.scrollTop += way * CREEP;
      on.over(press.cargo, under(press.at), press.at);
    }
    requestAnimationFrame(creep);
  }

  /** @param {PointerEvent} event */
  async function onUp(event) {
    const done = release(event);
    if (!done?.ghost) return;
    quiet = true;
    setTimeout(() => {
      quiet = false;
    }, 50);
    const from = done.ghost.getBoundingClientRect();
    finish(done.cargo, done.ghost, from, await on.drop(done.cargo, under(event), event, from));
  }

  /** @param {PointerEvent} event */
  function onCancel(event) {
    const done = release(event);
    if (done?.ghost) finish(done.cargo, done.ghost, done.ghost.getBoundingClientRect(), false);
  }

  /** @param {PointerEvent} event */
  function release(event) {
    if (event.pointerId !== press?.pointer) return null;
    const done = press;
    press = null;
    removeEventListener("pointermove", onMove);
    removeEventListener("pointerup", onUp);
    removeEventListener("pointercancel", onCancel);
    return done;
  }

  /** @param {Cargo} cargo @param {HTMLElement} ghost @param {DOMRect} from @param {boolean} taken */
  function finish(cargo, ghost, from, taken) {
    ghost.remove();
    cargo.source.classList.remove("lifted");
    document.documentElement.classList.remove("dragging");
    on.end();
    if (!taken && cargo.face.isConnected) fly(cargo.face, from);
  }
}

/** A copy of the card that follows the pointer. @param {{ source: HTMLElement, face: HTMLElement }} cargo */
function lift({ source, face }) {
  const rect = face.getBoundingClientRect();
  const ghost = /** @type {HTMLElement} */ (face.cloneNode(true));
  ghost.classList.remove("moved");
  ghost.classList.add("flying", "ghost");
  ghost.style.setProperty("--card", `${rect.width}px`);
  Object.assign(ghost.style, { left: `${rect.left}px`, top: `${rect.top}px` });
  byId("flights").append(ghost);
  document.documentElement.classList.add("dragging");
  source.classList.add("lifted");
  return ghost;
}
