// A page that comes by Back or Forward has lost the place of the reader, who begins again at its heading.
"use strict";
(() => {
  const [{ type }] = performance.getEntriesByType("navigation");
  if (type !== "back_forward" && !sessionStorage.getItem("stepped")) return;
  sessionStorage.removeItem("stepped");
  const heading = document.querySelector("h1");
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
})();
