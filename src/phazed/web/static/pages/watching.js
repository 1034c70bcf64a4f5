// A page with a replay on it, wherever its frames come from.

import { many } from "/viewer/dom.js";
import { mountReplay } from "/viewer/replay.js";
import { TITLES } from "../site/games.js";

const element = (id) => document.getElementById(id);

/** Show the game once its frames are here, or the sentence that says why they are not. */
export async function showReplay(coming, title) {
  try {
    const frames = await coming;
    const text = title(frames);
    element("title").textContent = text;
    document.title = `${text} · Phazed`;
    element("facts").textContent = facts(frames);
    mountReplay(element("replay"), frames, { address: true });
  } catch (error) {
    element("problem").textContent = error.message;
    element("replay").replaceChildren();
  }
}

function facts({ game, hands, seed }) {
  const known = [TITLES[game], many(hands.length, "hand")];
  if (seed !== null && seed !== undefined) known.push(`seed ${seed}`);
  return known.filter(Boolean).join(" · ");
}
