// Loaded in the head of every page before anything is drawn, so that no page briefly appears in the wrong colours.
// settings.js applies these settings again, together with all others.
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
