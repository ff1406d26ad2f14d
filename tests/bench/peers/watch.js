// Says when numbers, table and chart of a microbatch are on the page, whatever framework drew them.
(() => {
  const roots = function* (node) {
    yield node;
    for (const each of node.querySelectorAll("*")) if (each.shadowRoot) yield* roots(each.shadowRoot);
  };

  const heights = () => {
    for (const root of roots(document)) {
      const plot = root.querySelector(".js-plotly-plot");
      const trace = plot?._fullData?.[0];
      if (trace && plot.querySelector(".bars path")) return [...trace.y];
      const marks = [...root.querySelectorAll("svg.drawing")][0]?.querySelectorAll("rect.mark[data-x^=Block]");
      if (marks?.length) return [...marks].reduce((sums, mark) => [...sums, (sums.at(-1) ?? 0) + +mark.dataset.value], []);
    }
    return [];
  };

  const says = (texts) => {
    const words = [...roots(document)].map((root) => root.body?.innerText ?? root.textContent).join(" ");
    return texts.every((text) => words.includes(text));
  };

  window.seen = ({ last, texts }) => Math.abs((heights().at(-1) ?? NaN) - last) < 1e-6 && says(texts);

  // Looks once a frame; the promise is kept with the time of the frame after that in which all was there.
  window.whenSeen = (wanted) => new Promise((resolve) => {
    const look = () => {
      if (window.seen(wanted)) requestAnimationFrame(() => resolve(performance.now()));
      else requestAnimationFrame(look);
    };
    look();
  });

  addEventListener("keydown", (event) => {
    if (event.key === "Enter") window.pressed = performance.now();
  }, true);
})();
