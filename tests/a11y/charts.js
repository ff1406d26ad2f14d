// A live chart is laid out as asked: legend inside the figure, trace types kept, layers stacked, heat map cells sharp.
(given, say) => {
  const found = [];
  for (const figure of say.figures()) {
    const outer = figure.getBoundingClientRect();
    for (const part of figure.querySelectorAll('.plot .legend, .plot .g-gtitle, .plot .xtitle, .plot .ytitle')) {
      const box = part.getBoundingClientRect();
      if (box.width === 0) continue;
      const plot = part.closest('.plot').getBoundingClientRect();
      if (box.left < plot.left - 1 || box.right > plot.right + 1 || box.top < plot.top - 1 || box.bottom > plot.bottom + 1 || box.bottom > outer.bottom + 1) {
        found.push([`${part.getAttribute('class')} lies outside the figure's box`, say.where(figure)]);
      }
    }
    const host = figure.querySelector('.js-plotly-plot');
    if (!host) continue;
    const layers = [...host.querySelectorAll('svg.main-svg')].map((svg) => svg.getBoundingClientRect());
    if (layers.some((box) => Math.abs(box.top - layers[0].top) > 1)) found.push(['the layers of the chart are not stacked', say.where(figure)]);
    const source = document.querySelector(`script[data-plotly="${CSS.escape(figure.dataset.figure)}"]`);
    const asked = source ? JSON.parse(source.textContent).data : host.data;
    asked.forEach((trace, at) => {
      const drawn = host._fullData?.[at]?.type;
      if (drawn !== (trace.type ?? 'scatter')) found.push([`trace ${at} is ${drawn}, asked ${trace.type ?? 'scatter'}`, say.where(figure)]);
    });
    for (const image of host.querySelectorAll('.heatmaplayer image')) {
      if (getComputedStyle(image).imageRendering !== 'pixelated') found.push(['heat map cells are smoothed into each other', say.where(figure)]);
    }
  }
  return found;
}
