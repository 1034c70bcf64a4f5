// What is kept for a reload of this tab: how much of the hand was shown, and the person's own order of the cards.

/** The memory of one game: `read()` gives `{ hand, shown, order }` or an empty object. */
export function memoryOf(id) {
  const key = `phazed-table-${id}`;
  return {
    read() {
      try {
        return JSON.parse(sessionStorage.getItem(key)) ?? {};
      } catch {
        return {};
      }
    },
    write(value) {
      try {
        sessionStorage.setItem(key, JSON.stringify(value));
      } catch {
        // then a reload shows the hand from where the server is
      }
    },
  };
}
