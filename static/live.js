// Plotly takes the place of a drawing when its figure nears the screen: same box, same scales, same colours.
// In forced colours, in print and with enlarged text the server's drawing stays.
"use strict";
(() => {
  const REST = 400;
  const NORMAL_TEXT = 16;
  const forced = matchMedia("(forced-colors: active)");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let library;
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

  const coloured = (value, style) => {
    if (typeof value === "string") {
      return value.replace(/^var\((--[a-z0-9]+)\)$/, (_, name) => style.getPropertyValue(name).trim());
    }
    if (Array.isArray(value)) return value.map((each) => coloured(each, style));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, coloured(each, style)]));
  };

  const suits = () => {
    const size = parseFloat(getComputedStyle(document.documentElement).fontSize);
    return !forced.matches && size === NORMAL_TEXT && !matchMedia("print").matches;
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
    const data = figure.querySelector("script[data-plotly]");
    const plot = figure.querySelector(".plot");
    if (!data || !suits()) return;
    const Plotly = await load();
    // While the library came, the page or the size of its text may have changed.
    if (!figure.isConnected || !suits()) return;
    const given = coloured(JSON.parse(data.textContent), getComputedStyle(document.documentElement));
    const isNarrow = getComputedStyle(plot.querySelector("svg.wide")).display === "none";
    const layout = isNarrow ? { ...given.layout, ...given.layout.meta.narrow } : given.layout;
    // The words of a point stand in the explorer, where they stay, can be read and can be reached by keys too.
    for (const trace of given.data) {
      trace.hoverinfo = "none";
      // The opacity of a trace leaves its fill as it is, so the colour of the fill gets it as hex digits.
      if (trace.fill) trace.fillcolor += Math.round(255 * trace.opacity).toString(16).padStart(2, "0");
    }
    const host = hostIn(plot);
    await Plotly.react(host, given.data, layout, { displayModeBar: false, scrollZoom: false, doubleClick: false });
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
  addEventListener("beforeprint", clear);
  addEventListener("afterprint", again);
  for (const query of [forced, dark]) query.addEventListener("change", again);
  watch();
})();
