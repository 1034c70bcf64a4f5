// Asking the server.

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
