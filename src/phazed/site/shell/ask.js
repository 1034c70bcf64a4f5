// HTTP requests to the server.

/** @import { Options } from "../answers.js" */

/** An error returned by the server, with its status. */
export class RequestError extends Error {
  /** @param {string} message @param {number} [status] */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/**
 * Send a request, which is a POST if it has a body, and return the answer as data. Throws an error with a sentence for
 * the user.
 * @param {string} address
 * @param {object} [body]
 * @returns {Promise<any>}
 */
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
    throw new RequestError("The server does not answer. Is it still running? Start it again with “phazed play”.");
  }
  const data = await answer.json().catch(() => ({}));
  if (answer.ok) return data;
  throw new RequestError(data.error ?? `The server answered with error ${answer.status}.`, answer.status);
}

/** @type {Promise<Options> | undefined} */
let options;

/** The server's games, levels and addresses, which are requested only once. Throws an error with a sentence for the user. */
export const serverOptions = () => {
  options ??= ask("/api/options");
  return options;
};
