// Plotly takes the place of a drawing when its figure nears the screen: same box, same scales, same colours.
// In forced colours, in print and with enlarged text the server's drawing stays.
"use strict";
(() => {
  const REST = 400;
  const NORMAL_TEXT = 16;
  const forced = matchMedia("(forced-colors: active)");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const printed = matchMedia("print");
  let library;
  let figures;
  let rest;

  const load = () => {
    library ||= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = document.getElementById("lab").dataset.plotly;
      script.addEventListener("load", () => resolve(window.Plotly));
      script.addEventListener("error", reject);
      document.head.append(script);
    });
    return library;
  };

  const fetchFigures = async () => {
    const answer = await fetch(document.querySelector("#result [data-figures]").dataset.figures);
    if (!answer.ok) throw new Error(`the figures could not be fetched: ${answer.status}`);
    const style = getComputedStyle(document.documentElement);
    const text = await answer.text();
    return JSON.parse(text.replace(/var\((--[\w-]+)\)/g, (_, name) => style.getPropertyValue(name).trim()));
  };

  // What differs in the narrow box is laid over the wide one.
  const fitted = ({ data, layout }, isNarrow) => {
    if (!isNarrow) return [data, layout];
    const { traces, layout: changes } = layout.meta.narrow;
    return [data.map((trace, place) => ({ ...trace, ...traces[place] })), { ...layout, ...changes }];
  };

  // The narrow drawing fills a box that is wider than its own; the live chart takes the same room.
  const filling = (layout, wide) => {
    const times = wide / layout.width;
    const margin = Object.fromEntries(Object.entries(layout.margin).map(([side, size]) => [side, size * times]));
    return { ...layout, width: wide, height: layout.height * times, margin };
  };

  const suits = () => {
    const size = parseFloat(getComputedStyle(document.documentElement).fontSize);
    return !forced.matches && size === NORMAL_TEXT && !printed.matches;
  };

  const hostIn = (plot) => {
    const found = plot.querySelector(".host");
    if (found) return found;
    const host = document.createElement("div");
    host.className = "host";
    plot.append(host);
    return host;
  };

  const draw = async (figure) => {
    const plot = figure.querySelector(".plot");
    if (!suits()) return;
    const asked = figures ||= fetchFigures();
    const [Plotly, all] = await Promise.all([load(), asked]);
    // While the library came, the page, its result or the size of its text may have changed.
    if (!figure.isConnected || asked !== figures || !suits()) return;
    const isNarrow = getComputedStyle(plot.querySelector("svg")).getPropertyValue("--box").trim() === "narrow";
    const [data, layout] = fitted(all[figure.dataset.figure], isNarrow);
    const narrow = plot.querySelector("svg.narrow");
    // After an update it has yet to be fetched; "later-ready" says when it is there.
    if (isNarrow && !narrow) return;
    const wide = isNarrow ? narrow.getBoundingClientRect().width : layout.width;
    const host = hostIn(plot);
    // The words of a point stand in the explorer, where they stay, can be read and can be reached by keys too.
    const quiet = data.map((trace) => ({ ...trace, hoverinfo: "none" }));
    await Plotly.react(host, quiet, filling(layout, wide), { displayModeBar: false, scrollZoom: false, doubleClick: false });
    document.getElementById("js-plotly-tester")?.setAttribute("aria-hidden", "true");
    if (!host.isConnected) return;
    plot.classList.add("drawn");
    host.removeAllListeners("plotly_hover");
    host.on("plotly_hover", ({ points: [point] }) => {
      const row = point.data.meta.row ?? point.pointIndex;
      figure.dispatchEvent(new CustomEvent("point-at", { detail: row }));
    });
  };

  const clear = () => {
    for (const host of document.querySelectorAll(".host")) {
      window.Plotly?.purge(host);
      host.closest(".plot").classList.remove("drawn");
      host.remove();
    }
  };

  const near = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) draw(entry.target);
  }, { rootMargin: "200px" });

  const again = () => {
    figures = undefined;
    clear();
    clearTimeout(rest);
    rest = setTimeout(watch, REST);
  };

  const sizes = () => [...document.querySelectorAll("#result .plot")].map((plot) => plot.clientWidth).join();

  let boxes = "";
  const grown = new ResizeObserver(() => {
    const now = sizes();
    if (boxes !== now) again();
    boxes = now;
  });

  const watch = () => {
    near.disconnect();
    grown.disconnect();
    boxes = sizes();
    for (const figure of document.querySelectorAll("#result figure[data-figure]")) {
      near.observe(figure);
      grown.observe(figure.querySelector(".plot"));
    }
  };

  document.addEventListener("htmx:before:swap", clear);
  document.addEventListener("result-ready", again);
  document.addEventListener("later-ready", watch);
  addEventListener("beforeprint", clear);
  addEventListener("afterprint", again);
  for (const query of [forced, dark, printed]) query.addEventListener("change", again);
  watch();
})();
