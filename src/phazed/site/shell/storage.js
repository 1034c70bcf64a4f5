// The browser's local storage. If a browser refuses access (private windows, full disks), nothing is remembered, but
// everything else works.

/** The value stored under the name, or `otherwise` if there is none. @param {string} name @param {any} otherwise */
export function load(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value */
export function save(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // not stored: see above
  }
}
