// The replay of a finished game.

import { h, query } from "/viewer/dom.js";
import { ask } from "../site/ask.js";
import { showReplay } from "./watching.js";

const id = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
showReplay(ask(`/api/games/${encodeURIComponent(id)}/frames`), (frames) => `Replay: ${frames.names.join(", ")}`);
query(document, ".page-title").append(h("a", { href: `/review/${encodeURIComponent(id)}` }, "Review"));
