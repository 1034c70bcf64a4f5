// Signing in with the key from a personal link. This page also replaces pages that require signing in.

import { byId, h, messageOf } from "../../components/dom.js";
import { RequestError } from "../../shell/ask.js";
import { post } from "./class-api.js";
import { homeOf, session } from "./session.js";

const form = /** @type {HTMLFormElement} */ (byId("sign-in-form"));
const field = /** @type {HTMLInputElement} */ (byId("link"));
const problem = byId("problem");
const status = byId("status");

/** Return the key in a text, which may be a link or only the part after its "#". @param {string} text */
const keyIn = (text) => text.split("#").at(-1)?.trim() ?? "";

/**
 * Sign in, and go to the requested page or to the home page. Another person's link switches accounts only after
 * confirmation.
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

/** Sign in with the key in the address, and remove the key from the address bar and the browser's history. */
function readAddress() {
  const key = keyIn(location.hash);
  if (!key) return;
  history.replaceState(null, "", location.pathname + location.search);
  form.hidden = true;
  void signIn(key);
}

session().catch(() => {}); // signing in will report the problem
addEventListener("hashchange", readAddress);
readAddress();
