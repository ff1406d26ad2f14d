// What tells the series of a picture apart without colour, as drawn: dash, shape, pattern, or words at the series.
(given, say, paint, drawn) => {
  const found = [];
  const commands = (mark) => mark.tagName === 'path' ? `path ${(mark.getAttribute('d') ?? '').replace(/[^a-z]/gi, '')}` : mark.tagName;
  const tuple = (series) => {
    const line = [...series.querySelectorAll('path, polyline, line')].find((one) =>
      !one.matches('.halo, [data-row], .dense:not(.line), .points *, .point *') && getComputedStyle(one).stroke !== 'none');
    const mark = series.querySelector('[data-row]:not(g), .dense:not(.line)') ?? series.querySelector('[data-row] > *, .points path, .point path');
    const pattern = mark ? drawn.tile(getComputedStyle(mark).fill) : 'plain';
    // The outline of a bar says how long it is, not of which series.
    const bar = mark?.matches('rect, .area, .barlayer *');
    const shape = !mark ? 'no mark' : bar ? 'bar' : `${commands(mark)} ${series.dataset.symbol ?? ''}`;
    const hollow = mark && bar ? getComputedStyle(mark).strokeDasharray : '';
    return [line ? getComputedStyle(line).strokeDasharray : 'no line', shape, pattern, hollow].join(' / ');
  };
  const words = (series) => [...series.querySelectorAll('text')].filter(say.visible).map(say.text).join(' ');
  const judge = (series) => {
    const seen = new Map();
    for (const one of series.length > 1 ? series : []) {
      const look = tuple(one);
      const twin = seen.get(look);
      if (twin && (!words(one) || words(one) === words(twin))) {
        found.push([`differs from ${say.where(twin)} by colour alone (${look})`, say.where(one)]);
      }
      if (!twin) seen.set(look, one);
    }
  };
  // A live chart draws each part of a stack as a trace; the parts of one column are one series, as in the drawing.
  const traces = (host) => {
    const first = new Map();
    const all = [...host.querySelectorAll(':is(.scatterlayer, .barlayer) .trace')];
    // The two edges of a shaded band are one interval, not two series.
    const edges = new Set(all.flatMap((one, at) => one.__data__?.[0]?.trace?.fill === 'tonexty' ? [one, all[at - 1]] : []));
    for (const one of all.filter((each) => !edges.has(each))) {
      const trace = one.__data__?.[0]?.trace;
      const name = trace?.meta?.row === undefined ? first.size : trace.meta.column;
      if (!first.has(name)) first.set(name, one);
    }
    return [...first.values()];
  };
  for (const figure of say.figures()) {
    for (const drawing of drawn.drawings(figure)) judge([...drawing.querySelectorAll('.series')]);
    for (const host of figure.querySelectorAll('.js-plotly-plot')) judge([...host.querySelectorAll('.series'), ...traces(host)]);
  }
  return found;
}
