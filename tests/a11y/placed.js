// The place of marks in a drawing follows their values: equal values lie level, and larger ones all on one side.
(given, say, paint, drawn) => {
  const found = [];
  const kinds = ['line', 'step', 'bar', 'scatter', 'bands'];
  for (const figure of say.figures().filter((one) => kinds.includes(one.dataset.kind))) {
    for (const drawing of [...figure.querySelectorAll('.plot svg')].filter(drawn.laid)) {
      const bars = figure.dataset.kind === 'bar';
      // Bars that lie have their names on the vertical axis and grow to the right.
      const level = bars && drawing.dataset.yScale === 'category' && drawing.dataset.xScale !== 'category';
      const place = ({ box }, value) => {
        if (level) return -(value < 0 ? box.left : box.right);
        return bars ? (value < 0 ? box.bottom : box.top) : (box.top + box.bottom) / 2;
      };
      const cells = drawn.cells(drawing).filter((cell) => cell.value !== '' && cell.value !== null);
      for (const name of new Set(cells.map((cell) => cell.column))) {
        const own = cells.filter((cell) => cell.column === name);
        const ends = own.filter((cell) => cell.box).map((cell) => ({ ...cell, value: Number(cell.value) }))
          .map((cell) => ({ ...cell, at: place(cell, cell.value) })).sort((one, other) => one.value - other.value);
        if (!ends.length) found.push([`no mark of ${name} has a place that can be read`, say.where(figure)]);
        const wrong = ends.findIndex((cell, at) => at > 0 && cell.at > ends[at - 1].at + 1);
        if (wrong > 0) found.push([`${ends[wrong].value} is drawn below ${ends[wrong - 1].value}`, say.where(ends[wrong].mark)]);
      }
    }
  }
  return found;
}
