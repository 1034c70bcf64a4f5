// The replay of one match of the tournament whose results are served.

import { ask } from "./ask.js";
import { showReplay } from "./watching.js";

const number = decodeURIComponent(location.pathname.split("/").pop());
showReplay(ask(`/api/results/matches/${encodeURIComponent(number)}`), (frames) => frames.title ?? `Match ${number}`);
