// What the header does on every page: the settings, and the link to the results where the server has some.

import { openSettings } from "./settings.js";

for (const button of document.querySelectorAll("[data-open=settings]"))
  button.addEventListener("click", () => openSettings());

/** What the server can do; asked once. A promise that fails with a sentence when nobody answers. */
export const options = ask("/api/options");

options
  .then(({ results }) => {
    for (const link of document.querySelectorAll("[data-results]")) link.hidden = !results;
  })
  .catch(() => {}); // whoever needs the options says so; a header without a link is no misfortune

/** The server's answer as data; fails with a sentence. */
export async function ask(address, body) {
  const request = body && {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  let answer;
  try {
    answer = await fetch(address, request);
  } catch {
    throw new Error("The server does not answer. Is it still running? Start it again with “phazed play”.");
  }
  const told = await answer.json().catch(() => ({}));
  if (answer.ok) return told;
  const error = new Error(told.error ?? `The server answered with error ${answer.status}.`);
  error.status = answer.status;
  throw error;
}
