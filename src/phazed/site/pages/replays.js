// The replay of a finished game.

import { h, query } from "../components/dom.js";
import { ask } from "../shell/ask.js";
import { showReplay } from "./watching.js";

const id = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
const frames = ask(`/api/games/${encodeURIComponent(id)}/frames`);
showReplay(frames, ({ names }) => `Replay: ${names.join(", ")}`, { game: id });
query(document, ".page-title").append(h("a", { href: `/review/${encodeURIComponent(id)}` }, "Review"));
