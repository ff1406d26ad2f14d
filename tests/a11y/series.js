// What tells the series of a figure apart without colour, as drawn: dash, shape, pattern, or words at the series.
(given, say) => {
  const found = [];
  const commands = (mark) => mark.tagName === 'path' ? `path ${(mark.getAttribute('d') ?? '').replace(/[^a-z]/gi, '')}` : mark.tagName;
  const tuple = (series) => {
    const line = [...series.querySelectorAll('path, polyline, line')].find((one) =>
      !one.matches('[data-row], .points *, .point *') && getComputedStyle(one).stroke !== 'none');
    const mark = series.querySelector('[data-row]:not(g)') ?? series.querySelector('[data-row] > *, .points path, .point path');
    const pattern = mark && /^url\(/.exec(getComputedStyle(mark).fill) ? getComputedStyle(mark).fill : 'plain';
    const shape = mark ? `${commands(mark)} ${mark.tagName === 'rect' ? '' : series.dataset.symbol ?? ''}` : 'no mark';
    return [line ? getComputedStyle(line).strokeDasharray : 'no line', shape, pattern].join(' / ');
  };
  const words = (series) => [...series.querySelectorAll('text')].filter(say.visible).map(say.text).join(' ');
  for (const figure of say.figures()) {
    const series = [...figure.querySelectorAll('.plot .series, .js-plotly-plot :is(.scatterlayer, .barlayer) .trace')];
    const seen = new Map();
    for (const one of series.length > 1 ? series : []) {
      const drawn = tuple(one);
      const twin = seen.get(drawn);
      if (twin && (!words(one) || words(one) === words(twin))) {
        found.push([`differs from ${say.where(twin)} by colour alone (${drawn})`, say.where(one)]);
      }
      if (!twin) seen.set(drawn, one);
    }
  }
  return found;
}
