// Signing in with the key of a personal link. The page is also shown instead of others that need a sign-in.

import { byId, h, messageOf } from "../../components/dom.js";
import { RequestError } from "../../shell/ask.js";
import { post } from "./class-api.js";
import { homeOf, session } from "./session.js";

const form = /** @type {HTMLFormElement} */ (byId("sign-in-form"));
const field = /** @type {HTMLInputElement} */ (byId("link"));
const problem = byId("problem");
const status = byId("status");

/** The key in a link, or in what is pasted: a link, or the part after its "#". @param {string} text */
const keyIn = (text) => text.split("#").at(-1)?.trim() ?? "";

/**
 * Sign in, and go to the page that was asked for or to the first one. A link of somebody else changes the account only
 * after a question.
 * @param {string} key @param {boolean} [change]
 */
async function signIn(key, change = false) {
  problem.textContent = "";
  status.textContent = "Signing in…";
  try {
    const { role } = await post("/api/class/sign-in", { key, switch: change });
    if (location.pathname === "/sign-in") location.replace(homeOf(role));
    else location.reload();
  } catch (error) {
    status.textContent = "";
    problem.textContent = messageOf(error);
    form.hidden = false;
    if (error instanceof RequestError && error.status === 409) askToChange(key);
  }
}

/** Ask whether to sign in as somebody else. @param {string} key */
function askToChange(key) {
  const change = () => void signIn(key, true);
  const stay = async () => location.replace(homeOf((await session()).role));
  problem.append(
    h(
      "span",
      { class: "tools" },
      h("button", { type: "button", class: "button", onclick: stay }, "Stay signed in"),
      h("button", { type: "button", class: "button", onclick: change }, "Change to the other account"),
    ),
  );
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void signIn(keyIn(field.value));
});

/** Sign in with the key in the address, which must not stay in the address bar or in the history of the browser. */
function readAddress() {
  const key = keyIn(location.hash);
  if (!key) return;
  history.replaceState(null, "", location.pathname + location.search);
  form.hidden = true;
  void signIn(key);
}

session().catch(() => {}); // an attempt to sign in says what is wrong
addEventListener("hashchange", readAddress);
readAddress();
