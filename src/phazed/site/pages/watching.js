// Shared code for pages with a replay.

/** @import { Frames } from "../answers.js" */
/** @import { Source } from "../shell/types.js" */
import { byId, messageOf } from "../components/dom.js";
import { plural } from "../components/numbers.js";
import { mountReplay } from "../components/replay.js";
import { playOn } from "../shell/games.js";

/**
 * Show the game, from whose moments it can be continued, once its frames have been fetched, or show the error.
 * @param {Promise<Frames>} coming @param {(frames: Frames) => string} title @param {{ game: string } | { match: number }} source
 */
export async function showReplay(coming, title, source) {
  try {
    const frames = await coming;
    const text = title(frames);
    byId("title").textContent = text;
    document.title = `${text} · Phazed`;
    byId("facts").textContent = facts(frames);
    mountReplay(byId("replay"), frames, { address: true, playOn: (moment) => goOn({ ...source, ...moment }) });
  } catch (error) {
    byId("problem").textContent = messageOf(error);
    byId("replay").replaceChildren();
  }
}

/** @param {Source} from */
async function goOn(from) {
  try {
    location.assign(await playOn(from));
  } catch (error) {
    byId("problem").textContent = messageOf(error);
  }
}

/** @param {Frames} frames */
function facts({ game_title: title, hands, seed }) {
  const known = [title, plural(hands.length, "hand")];
  if (seed !== null && seed !== undefined) known.push(`seed ${seed}`);
  return known.filter(Boolean).join(" · ");
}
