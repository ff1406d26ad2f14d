// A result that is updated brings what the page shows: the wide drawings near the screen, and the origin of its numbers
// where that is open. What comes into sight afterwards is fetched for the same settings and put into its place.
"use strict";
(() => {
  const REST = 200;
  const HEADERS = { "HX-Request": "true", "HX-Target": "section#result" };
  const TROUBLE = "The server did not answer.";
  const plots = () => [...document.querySelectorAll("#result .plot")];
  const origin = () => document.getElementById("how");
  // Of the result that is shown; the browser may have yet to note it.
  const here = () => document.querySelector("#result [data-figures]")?.dataset.figures.replace("/figures.json", "");
  // The stylesheet says which drawing the box has room for, whether or not that drawing is there.
  const isNarrow = (plot) => getComputedStyle(plot.querySelector("svg")).getPropertyValue("--box").trim() === "narrow";
  const isNear = (plot) => {
    const { top, bottom } = plot.getBoundingClientRect();
    return top < 2 * innerHeight && bottom > -innerHeight;
  };
  const isPart = (plot) => !plot.querySelector("svg.narrow");
  const lacks = (plot) => isPart(plot) && (isNarrow(plot) || (isNear(plot) && plot.querySelector("svg.later")));
  const isMissed = () => plots().some(lacks) || origin()?.matches("[open][data-later]");
  let rest;
  let asking = "";

  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement?.id !== "settings" || !plots().length || plots().some(isNarrow)) return;
    const near = plots().filter(isNear).map((plot) => plot.closest("figure").dataset.figure);
    ctx.request.headers["X-Seen"] = ["wide", ...near, ...(origin()?.open ? ["how"] : [])].join(" ");
  });

  const fill = (text) => {
    const result = new DOMParser().parseFromString(text, "text/html");
    for (const plot of plots().filter(isPart)) {
      const { figure } = plot.closest("figure").dataset;
      const drawings = result.querySelectorAll(`figure[data-figure="${figure}"] .plot > svg`);
      if (!drawings.length) continue;
      for (const old of plot.querySelectorAll(":scope > svg")) old.remove();
      plot.prepend(...drawings);
      delete plot.dataset.trouble;
    }
    const whole = result.getElementById("how");
    if (whole && origin()?.matches("[data-later]")) {
      // The summary stays, because it may have the focus.
      while (origin().children.length > 1) origin().lastElementChild.remove();
      origin().append(...[...whole.children].slice(1));
      origin().removeAttribute("data-later");
    }
    document.dispatchEvent(new CustomEvent("later-ready"));
  };

  const fail = () => {
    for (const plot of plots().filter(lacks)) plot.dataset.trouble = `${TROUBLE} The table has the numbers of this picture.`;
    if (!origin()?.matches("[open][data-later]") || origin().children.length > 1) return;
    const said = document.createElement("p");
    said.className = "note";
    said.textContent = `${TROUBLE} Close this part and open it again to try once more.`;
    origin().append(said);
  };

  const complete = async () => {
    const address = here();
    if (!isMissed() || asking === address) return;
    asking = address;
    const answer = await fetch(address, { headers: HEADERS }).catch(() => undefined);
    const text = answer?.ok ? await answer.text().catch(() => "") : "";
    if (asking === address) asking = "";
    // Another result may have come meanwhile; its own parts are looked at when it comes.
    if (address !== here()) return;
    if (text) fill(text);
    else fail();
  };

  const soon = () => {
    clearTimeout(rest);
    rest = setTimeout(complete, REST);
  };
  const sized = new ResizeObserver(soon);
  const near = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) complete();
  }, { rootMargin: "100% 0px" });

  const watch = () => {
    for (const observer of [sized, near]) {
      observer.disconnect();
      for (const plot of plots()) observer.observe(plot);
    }
  };

  document.addEventListener("toggle", (event) => { if (event.target === origin()) complete(); }, true);
  // Paper has every picture, and a print does not wait for an answer.
  addEventListener("beforeprint", () => {
    if (!plots().some((plot) => plot.querySelector("svg.later"))) return;
    const asked = new XMLHttpRequest();
    asked.open("GET", here(), false);
    for (const [name, value] of Object.entries(HEADERS)) asked.setRequestHeader(name, value);
    asked.send();
    if (asked.status === 200) fill(asked.responseText);
  });
  document.addEventListener("result-ready", watch);
  watch();
})();
