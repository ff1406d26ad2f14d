// Whoever erases, starts over or becomes another learner leaves nothing typed behind in this tab.
"use strict";
document.addEventListener("submit", () => {
  try {
    window.sessionStorage.clear();
  } catch {
    // Nothing was kept where nothing may be.
  }
});
