// The replay of a ladder match.

/** @import { Frames } from "../../answers.js" */
import { byId, h, messageOf, query } from "../../components/dom.js";
import { mountReplay } from "../../components/replay.js";
import { get } from "./class-api.js";
import { session } from "./session.js";

async function page() {
  const number = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
  query(document, ".page-title").prepend(h("a", { href: "/scoreboard" }, "← Scoreboard"));
  try {
    await session();
    /** @type {Frames} */
    const frames = await get(`/api/class/matches/${encodeURIComponent(number)}`);
    byId("title").textContent = `Match ${number} of the ladder`;
    document.title = `Match ${number} · Phazed`;
    byId("facts").textContent = [frames.game_title, frames.names.join(", ")].join(" · ");
    mountReplay(byId("replay"), frames, { address: true });
  } catch (error) {
    byId("problem").textContent = messageOf(error);
    byId("replay").replaceChildren();
  }
}

void page();
