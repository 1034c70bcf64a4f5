// Who is signed in, and the navigation of a class's pages.

/** @import { Me } from "../../answers.js" */
import { h, messageOf, query, queryAll } from "../../components/dom.js";
import { me, post } from "./class-api.js";

/** Return the address of the home page for a role. @param {Me["role"]} role */
export const homeOf = (role) => (isStaff(role) ? "/teacher" : "/class");

/** Return whether the role is teacher or assistant. @param {Me["role"]} role */
export const isStaff = (role) => role === "teacher" || role === "assistant";

/** Fill the navigation, and return who is signed in. */
export async function session() {
  const known = await me();
  const header = query(document, ".site-header");
  for (const link of queryAll(header, "[data-home]")) link.setAttribute("href", homeOf(known.role));
  for (const link of queryAll(header, "[data-final]")) link.hidden = known.final.state === "planned";
  for (const link of queryAll(header, "[data-members]")) link.hidden = known.role === null && !known.guests;
  for (const link of queryAll(header, "a.item")) {
    if (link.getAttribute("href") === location.pathname) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  query(header, ".who").replaceChildren(...(known.role === null ? [signInLink()] : signedIn(known)));
  return known;
}

/** Show the new nickname in the navigation. @param {string} name */
export function showName(name) {
  query(document, ".site-header .who .name").textContent = name;
}

const signInLink = () => h("a", { class: "item", href: "/sign-in" }, "Sign in");

/** @param {Me} known */
function signedIn({ shown, role }) {
  const name = h("span", { class: "name" }, shown ?? "");
  const title = isStaff(role) ? `Signed in as ${role}` : "Your nickname";
  /** @type {HTMLButtonElement} */
  const button = h("button", { type: "button", class: "item", onclick: () => void signOut(button) }, "Sign out");
  return [h("span", { class: "signed-in", title }, name), button];
}

/** @param {HTMLButtonElement} button */
async function signOut(button) {
  button.disabled = true;
  try {
    await post("/api/class/sign-out");
    location.assign("/class");
  } catch (error) {
    button.disabled = false;
    button.title = messageOf(error);
  }
}
