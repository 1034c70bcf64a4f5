// The page with the review of a finished game: the chances through the game, the mistakes, skill and luck.

/** @import { Frames, GameReview, ReviewReply } from "../../answers.js" */
/** @import { Source } from "../../shell/types.js" */
import { byId, h, messageOf, query } from "../../components/dom.js";
import { plural } from "../../components/numbers.js";
import { ask } from "../../shell/ask.js";
import { playOn, remembered } from "../../shell/games.js";
import { balanceTable, luckiest } from "./balance.js";
import { chancesChart } from "./chances.js";
import { Decisions } from "./decisions.js";
import { playsOf } from "./positions.js";

const PAUSE = 300; // milliseconds between two questions whether the review is there

const [, , ...path] = location.pathname.split("/").map(decodeURIComponent);
const isMatch = path[0] === "match";
const id = encodeURIComponent(path.at(-1) ?? "");
const data = isMatch ? `/api/results/matches/${id}` : `/api/games/${id}`;
const source = isMatch ? { match: Number(path.at(-1)) } : { game: path.at(-1) };
const replay = isMatch ? `/results/matches/${id}` : `/replay/${id}`;

/** The review, as soon as it is there; meanwhile its progress is shown. @param {HTMLElement} root */
async function awaited(root) {
  const bar = h("progress", { max: "1", "aria-labelledby": "progress-text" });
  const text = h("p", { id: "progress-text", role: "status" }, "The coach looks at every play of the game…");
  const count = h("p", { class: "note" });
  root.replaceChildren(h("div", { class: "review-progress" }, text, bar, count));
  for (;;) {
    /** @type {ReviewReply} */
    const reply = await ask(`${data}/review`);
    if (reply.state === "done") return reply.review;
    const { done, total } = reply;
    if (total) {
      bar.value = done / total;
      count.textContent = `${done} of ${plural(total, "play")}`;
    } else {
      bar.removeAttribute("value");
      count.textContent = "Another game is being reviewed first.";
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** Play on from a moment of the game. @param {Source} from */
async function goOn(from) {
  try {
    location.assign(await playOn(from));
  } catch (error) {
    byId("problem").textContent = messageOf(error);
    byId("problem").scrollIntoView({ block: "center" });
  }
}

/** @param {HTMLElement} root @param {Frames} frames @param {GameReview} review */
function show(root, frames, review) {
  const chart = chancesChart(
    review,
    frames.names,
    playsOf(frames).map((plays) => plays.length),
    (moment) => decisions.choose(moment),
  );
  const addresses = { replay, exercise: isMatch ? null : `${data}/exercise` };
  const decisions = new Decisions(frames, review, addresses, chart.show, ({ hand, place: plays, seat }) =>
    goOn({ ...source, hand, plays, seat }),
  );
  root.replaceChildren(
    chart.element,
    decisions.element,
    luckiest(review, frames, replay),
    balanceTable(review, frames.names),
  );
  const own = isMatch ? null : remembered().find((game) => encodeURIComponent(game.id) === id)?.seat;
  const seat = own === null || own === undefined ? "all" : String(own);
  /** @type {HTMLSelectElement} */ (query(decisions.element, ".seats")).value = seat;
  decisions.filter(seat);
}

async function page() {
  const root = byId("review");
  try {
    /** @type {Frames} */
    const frames = await ask(isMatch ? data : `${data}/frames`);
    const title = `Review: ${frames.title ?? frames.names.join(", ")}`;
    byId("title").textContent = title;
    document.title = `${title} · Phazed`;
    byId("facts").replaceChildren(
      `${frames.game_title ?? ""} · ${plural(frames.hands.length, "hand")} · `,
      h("a", { href: replay }, "Replay"),
    );
    show(root, frames, await awaited(root));
  } catch (error) {
    byId("problem").textContent = messageOf(error);
    root.replaceChildren();
  }
}

page();
