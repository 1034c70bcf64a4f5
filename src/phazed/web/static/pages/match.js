// The replay of one match of the tournament whose results are served.

import { h } from "/viewer/dom.js";
import { ask } from "../site/ask.js";
import { showReplay } from "./watching.js";

document.querySelector(".page-title").prepend(h("a", { href: "/results#matches" }, "← All matches"));
const number = decodeURIComponent(location.pathname.split("/").pop());
showReplay(ask(`/api/results/matches/${encodeURIComponent(number)}`), (frames) => frames.title ?? `Match ${number}`);
