// The replay of a match of the tournament.

import { h, query } from "/viewer/dom.js";
import { ask } from "../site/ask.js";
import { showReplay } from "./watching.js";

query(document, ".page-title").prepend(h("a", { href: "/results#matches" }, "← All matches"));
const number = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
showReplay(ask(`/api/results/matches/${encodeURIComponent(number)}`), (frames) => frames.title ?? `Match ${number}`);
query(document, ".page-title").append(h("a", { href: `/review/match/${encodeURIComponent(number)}` }, "Review"));
