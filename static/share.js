// Copies the address of a result where the browser allows it, and says so.
"use strict";
(() => {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
    button.textContent = "Copied";
    document.getElementById("status").textContent = "Address copied.";
  });

  const ready = () => {
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
  };
  document.addEventListener("result-ready", ready);
  ready();
})();
