// Requests to a class server. Changes carry the session's CSRF token.

/** @import { Me } from "../../answers.js" */
import { RequestError } from "../../shell/ask.js";

/** @type {Promise<Me> | undefined} */
let known;

/** Return who is signed in and information about the class; requested only once. */
export function me() {
  known ??= get("/api/class/me");
  return known;
}

/** Return the server's answer; fail with a message for the user. @param {string} address @returns {Promise<any>} */
export const get = (address) => send(address, {});

/** Send a change. @param {string} address @param {object} [fields] @returns {Promise<any>} */
export async function post(address, fields = {}) {
  const headers = { "Content-Type": "application/json", ...(await token()) };
  return send(address, { method: "POST", headers, body: JSON.stringify(fields) });
}

/** Send a file or a text. @param {string} address @param {Blob | string} content @returns {Promise<any>} */
export async function upload(address, content) {
  const headers = { "Content-Type": "application/octet-stream", ...(await token()) };
  return send(address, { method: "POST", headers, body: content });
}

/** Return the header with the session's CSRF token, if it has one. @returns {Promise<Record<string, string>>} */
async function token() {
  const { csrf } = await me();
  return csrf ? { "X-CSRF-Token": csrf } : {};
}

/** @param {string} address @param {RequestInit} request */
async function send(address, request) {
  let answer;
  try {
    answer = await fetch(address, request);
  } catch {
    throw new RequestError("The server of the class does not answer. Try again in a moment.");
  }
  const data = await answer.json().catch(() => ({}));
  if (answer.ok) return data;
  throw new RequestError(data.error ?? `The server answered with error ${answer.status}.`, answer.status);
}
