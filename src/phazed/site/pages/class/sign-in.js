// Signing in with the key of a personal link. The page is also shown instead of others that need a sign-in.

import { byId, messageOf } from "../../components/dom.js";
import { post } from "./class-api.js";
import { homeOf, session } from "./session.js";

const form = /** @type {HTMLFormElement} */ (byId("sign-in-form"));
const field = /** @type {HTMLInputElement} */ (byId("link"));
const problem = byId("problem");
const status = byId("status");

/** The key in a link, or in what is pasted: a link, or the part after its "#". @param {string} text */
const keyIn = (text) => text.split("#").at(-1)?.trim() ?? "";

/** Sign in, and go to the page that was asked for or to the first one. @param {string} key */
async function signIn(key) {
  problem.textContent = "";
  status.textContent = "Signing in…";
  try {
    const { role } = await post("/api/class/sign-in", { key });
    if (location.pathname === "/sign-in") location.replace(homeOf(role));
    else location.reload();
  } catch (error) {
    status.textContent = "";
    problem.textContent = messageOf(error);
    form.hidden = false;
  }
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
