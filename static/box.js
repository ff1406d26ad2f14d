// A result that is updated brings the drawing that the page shows, the wide one alone; when the box turns narrow, the
// other drawings are fetched for the same settings and put beside the wide ones.
"use strict";
(() => {
  const REST = 200;
  const plots = () => [...document.querySelectorAll("#result .plot")];
  // The stylesheet says which drawing the box has room for, whether or not that drawing is there.
  const isNarrow = (plot) => getComputedStyle(plot.querySelector("svg")).getPropertyValue("--box").trim() === "narrow";
  const lacking = () => plots().filter((plot) => isNarrow(plot) && !plot.querySelector("svg.narrow"));
  let rest;

  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (ctx.sourceEvent?.type === "lab-change" && !plots().some(isNarrow)) ctx.request.headers["X-Box"] = "wide";
  });

  const complete = async () => {
    const address = location.href;
    if (!lacking().length) return;
    const answer = await fetch(address, { headers: { "HX-Request": "true", "HX-Target": "section#result" } });
    // Another result may have come meanwhile; its own box is looked at when it comes.
    if (!answer.ok || address !== location.href) return;
    const result = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (address !== location.href) return;
    for (const plot of lacking()) {
      const { figure } = plot.closest("figure").dataset;
      const drawing = result.querySelector(`figure[data-figure="${figure}"] svg.narrow`);
      if (drawing) plot.querySelector("svg.wide").after(document.adoptNode(drawing));
    }
    document.dispatchEvent(new CustomEvent("box-ready"));
  };

  const sized = new ResizeObserver(() => {
    clearTimeout(rest);
    rest = setTimeout(complete, REST);
  });

  const watch = () => {
    sized.disconnect();
    for (const plot of plots()) sized.observe(plot);
  };

  document.addEventListener("result-ready", watch);
  watch();
})();
