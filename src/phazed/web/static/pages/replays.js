// The replay of a finished game of the table.

import { ask } from "../site/ask.js";
import { showReplay } from "./watching.js";

const id = decodeURIComponent(location.pathname.split("/").pop());
showReplay(ask(`/api/games/${encodeURIComponent(id)}/frames`), (frames) => `Replay: ${frames.names.join(", ")}`);
