// Loaded in the head of every page before anything is drawn, so that no page flashes up in the wrong colours.
// settings.js does the same again, and everything else that belongs to the settings.
(() => {
  const root = document.documentElement;
  try {
    const kept = JSON.parse(localStorage.getItem("phazed-settings") || "{}");
    if (kept.theme === "light" || kept.theme === "dark") root.dataset.theme = kept.theme;
    root.dataset.suits = kept.suits === "four" ? "four" : "two";
  } catch {
    root.dataset.suits = "two";
  }
})();
