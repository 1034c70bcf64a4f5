// The replay of a tournament match.

import { h, query } from "../components/dom.js";
import { ask } from "../shell/ask.js";
import { showReplay } from "./watching.js";

query(document, ".page-title").prepend(h("a", { href: "/results#matches" }, "← All matches"));
const number = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
const frames = ask(`/api/results/matches/${encodeURIComponent(number)}`);
showReplay(frames, ({ title }) => title ?? `Match ${number}`, { match: Number(number) });
query(document, ".page-title").append(h("a", { href: `/review/match/${encodeURIComponent(number)}` }, "Review"));
