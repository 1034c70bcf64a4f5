// A page with a replay.

/** @import { Frames } from "/viewer/types.js" */
import { byId, many, messageOf } from "/viewer/dom.js";
import { mountReplay } from "/viewer/replay.js";

/**
 * Show the game once its frames have come, or the error.
 * @param {Promise<Frames>} coming @param {(frames: Frames) => string} title
 */
export async function showReplay(coming, title) {
  try {
    const frames = await coming;
    const text = title(frames);
    byId("title").textContent = text;
    document.title = `${text} · Phazed`;
    byId("facts").textContent = facts(frames);
    mountReplay(byId("replay"), frames, { address: true });
  } catch (error) {
    byId("problem").textContent = messageOf(error);
    byId("replay").replaceChildren();
  }
}

/** @param {Frames} frames */
function facts({ game_title: title, hands, seed }) {
  const known = [title, many(hands.length, "hand")];
  if (seed !== null && seed !== undefined) known.push(`seed ${seed}`);
  return known.filter(Boolean).join(" · ");
}
