// How the hand is shown: one's own plays at once, the others' one after the other at the pace that the settings say.

import { land, sources } from "./hand/flights.js";
import { milliseconds } from "../site/settings.js";
import { tick } from "./sound.js";

/** The flow of the table `t`: `pump()` shows what is waiting, `hurry()` all of it at once. */
export function makeFlow(t) {
  const { game } = t;
  let pumping = false;
  let hurried = false;
  let wasMine = false;
  let wake = null;
  let asking = null;
  let asked = false;
  let looking = 0; // until when the end of a hand is looked at

  const pause = (time) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, time);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function pump() {
    if (pumping || t.touring) return;
    pumping = true;
    let others = 0;
    while (game.waiting && !t.paused) {
      const own = game.upcoming[0] === game.seat;
      if (!own) {
        t.setBusy(true);
        t.render();
        if (!hurried) await pause(milliseconds() * (others ? 1 : 0.75));
        others += 1;
      }
      // Meanwhile the whole table may have come anew, or a play may have been taken back.
      if (game.waiting && !t.paused) show(game.upcoming[0] === game.seat);
    }
    pumping = false;
    hurried = false;
    settle();
  }

  function show(own) {
    const step = game.upcoming;
    const from = hurried || (!own && !milliseconds()) ? [] : sources(t, step);
    game.advance();
    t.held.update(game.cards);
    t.builder.tidy();
    t.hints.forget();
    if (own) {
      t.selected = null;
      t.dropped = null;
      if (step[1] === "phase") t.builder.reset();
    }
    t.log.add(step);
    t.render();
    land(from, own ? 300 : milliseconds() * 0.55);
    tick("card");
    if (own) t.keepFocus(step[1] === "draw" || step[1] === "take");
  }

  /** Everything is shown. */
  function settle() {
    t.setBusy(false);
    t.render();
    if (t.builder.isOpen) t.builder.changed();
    if (game.mine && !wasMine) tick("turn");
    wasMine = game.mine;
    t.remind();
    if (t.byKeys) t.keepFocus();
    if (game.ended) {
      t.builder.close();
      t.endings.soon();
      look();
    }
    goOn();
  }

  const lookTime = () => 3000 + 2 * milliseconds();

  /** The end of a hand is looked at for a while before anything else is shown. */
  function look() {
    looking = Date.now() + lookTime();
    setTimeout(() => Date.now() >= looking && endLook(), lookTime() + 1);
  }

  function endLook() {
    looking = 0;
    t.drain();
  }

  /** At a table of bots it is we who ask for more. */
  function goOn() {
    clearTimeout(asking);
    const { table } = game;
    if (!table?.open || t.paused || table.over || pumping || game.waiting || asked) return;
    const wait = !game.hand ? 0 : game.ended ? lookTime() : milliseconds() * 0.3;
    asking = setTimeout(async () => {
      if (t.hasMail) {
        t.drain(); // somebody else was faster
        return;
      }
      asked = true; // another one before the answer could deal the next hand before this one's end was seen
      const answer = await t.live.ask({ do: "advance" });
      asked = false;
      if (answer.lost) return; // when the server is back, the whole table comes anew
      if (answer.kind === "error") asking = setTimeout(goOn, 1000);
      else goOn();
    }, wait);
  }

  function hurry() {
    if (!pumping) return false;
    hurried = true;
    wake?.();
    return true;
  }

  return {
    pump,
    goOn,
    hurry,
    /** Whether there is still something to be seen of the hand. */
    get lingers() {
      return pumping || game.waiting || Date.now() < looking;
    },
    endLook,
    get pumping() {
      return pumping;
    },
  };
}
