// Why a bot loses: requesting a review of its matches, and waiting for the result.

/** @import { BotReview } from "../../answers.js" */
import { h, messageOf } from "../../components/dom.js";
import { get, post } from "./class-api.js";
import { leakList } from "../../components/leaks.js";
import { panel } from "../../components/panels.js";

const POLL_TIME = 2000;
const ABOUT =
  "Some of its matches on the ladder are looked through: which decisions cost games, and what would have been better.";

/** Return the review panel of a bot's page. @param {number} submission */
export function reviewPanel(submission) {
  const address = `/api/class/submissions/${submission}/analyses`;
  const place = h("div", { class: "stack", role: "status" });
  /** @type {HTMLButtonElement} */
  const button = h(
    "button",
    { type: "button", class: "button primary", onclick: () => void run(true) },
    "Look through its matches",
  );

  /** Show the review, waiting for it if it is in progress; with `ask`, request it first. @param {boolean} ask */
  async function run(ask) {
    button.disabled = true;
    try {
      if (ask) await post(address, { kind: "review" });
      for (;;) {
        const { waiting, found } = await get(`${address}/review`);
        if (!waiting) {
          if (found) show(found);
          return;
        }
        showWaiting();
        await new Promise((resolve) => setTimeout(resolve, POLL_TIME));
      }
    } catch (error) {
      place.replaceChildren(h("p", { class: "problem", role: "alert" }, messageOf(error)));
    } finally {
      button.disabled = false;
    }
  }

  function showWaiting() {
    if (place.querySelector("progress")) return;
    place.replaceChildren(
      h("p", null, "This takes a minute or more. You can leave this page and come back."),
      h("progress", { "aria-label": "Review" }),
    );
  }

  /** @param {BotReview | { error: string }} found */
  function show(found) {
    button.textContent = "Do it again";
    button.classList.remove("primary");
    place.replaceChildren(
      ...("error" in found
        ? [h("p", { class: "problem" }, found.error)]
        : leakList(found, (match) => `/ladder/matches/${match}`)),
    );
  }

  void run(false);
  return panel("review", "Why does it lose?", h("p", { class: "note" }, ABOUT), h("p", null, button), place);
}
