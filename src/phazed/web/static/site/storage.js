// What the browser keeps for us. A browser may refuse to keep anything (private windows, full disks): then nothing is
// remembered, and everything else works.

/** The value kept under the name, or the one given if there is none that can be read. */
export function kept(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // not kept, which nobody can help
  }
}
