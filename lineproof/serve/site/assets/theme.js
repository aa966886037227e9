/* The colours that the reader chose, before anything is painted. Without storage the choice holds for this page only. */
"use strict";
(() => {
  const KEY = "lineproof-theme";
  let chosen = "auto";
  try {
    chosen = localStorage.getItem(KEY) || "auto";
  } catch {
    /* Storage is closed to this page: the system decides. */
  }

  window.lineproofTheme = {
    get chosen() {
      return chosen;
    },
    choose(theme) {
      chosen = ["light", "dark"].includes(theme) ? theme : "auto";
      if (chosen === "auto") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = chosen;
      try {
        localStorage.setItem(KEY, chosen);
      } catch {
        /* Not remembered, but shown. */
      }
    },
  };
  window.lineproofTheme.choose(chosen);
})();
