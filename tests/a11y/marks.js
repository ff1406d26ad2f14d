// The drawings of a figure, each by itself, and the cells that their marks stand for, alone or many in one path.
(say, paint) => {
  // A live chart has its own data; what its layers look like is no drawing of the page.
  const drawings = (figure) => [...figure.querySelectorAll('.plot svg')]
    .filter((svg) => !svg.closest('.js-plotly-plot') && !svg.parentElement.closest('svg'));
  const laid = (element) => element.checkVisibility() && element.getClientRects().length > 0;
  const list = (mark, name) => mark.dataset[name] === undefined ? null : JSON.parse(mark.dataset[name]);
  // Where a path puts its points; what follows in small letters is the shape of one mark.
  const ends = (mark) => {
    const found = [];
    let [x, y, symbol] = [0, 0, false];
    for (const [, command, numbers] of mark.getAttribute('d').matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
      const [first, second] = (numbers.match(/-?[\d.]+/g) ?? []).map(Number);
      const last = found.at(-1);
      if (command === 'M' || command === 'L') [x, y] = [first, second];
      if (command === 'V') y = first;
      if (command === 'H') x = first;
      if ('MLV'.includes(command)) found.push({ x, y, width: 0, height: 0 });
      if (command === 'M') symbol = false;
      if (command === 'm') symbol = true;
      if (command === 'h' && !symbol) last.width = first;
      if (command === 'v' && !symbol) last.height = first;
    }
    return found;
  };
  const onScreen = (mark, { x, y, width, height }) => {
    const matrix = mark.getScreenCTM();
    const [start, end] = [[x, y], [x + width, y + height]]
      .map(([across, down]) => new DOMPoint(across, down).matrixTransform(matrix));
    return { left: start.x, top: start.y, right: end.x, bottom: end.y };
  };
  const single = (mark) => {
    const { left, top, right, bottom } = mark.getBoundingClientRect();
    const { row, column, value, x, low, high } = mark.dataset;
    const box = laid(mark) && mark.tagName !== 'g' ? { left, top, right, bottom } : null;
    return { mark, row: Number(row), column, value, x, low, high, box };
  };
  const canStand = (value, scale) => typeof value === 'number' && Math.abs(value) <= 1e300 && (scale !== 'log' || value > 0);
  const many = (mark) => {
    const [values, rows, lows, highs] = ['values', 'rows', 'low', 'high'].map((name) => list(mark, name));
    const points = laid(mark) ? ends(mark) : [];
    // A path with rows has one shape for each; a line leaves out what it cannot show.
    const shown = values.map((value) => rows !== null || canStand(value, mark.ownerSVGElement.dataset.yScale));
    const fits = points.length === shown.filter(Boolean).length;
    return values.map((value, at) => {
      const box = fits && shown[at] ? onScreen(mark, points.shift()) : null;
      return { mark, row: rows ? rows[at] : at, column: mark.dataset.column, value, low: lows?.[at], high: highs?.[at], box };
    });
  };
  const cells = (drawing) => [
    ...[...drawing.querySelectorAll('[data-row][data-column]')].map(single),
    ...[...drawing.querySelectorAll('[data-values][data-column]')].flatMap(many),
  ];
  const source = (figure) => document.querySelector(`script[data-plotly="${CSS.escape(figure.dataset.figure)}"]`);
  // The tile of a pattern by its shapes: colours and ids do not tell series apart without colour.
  const tile = (fill) => {
    const pattern = document.getElementById(/^url\("?#([^")]+)"?\)/.exec(fill)?.[1] ?? '');
    return pattern ? [...pattern.children].map((one) => `${one.tagName} ${one.getAttribute('d') ?? ''}`).join(', ') : 'plain';
  };
  const scaled = (scale, share) => {
    const at = Math.min(1, Math.max(0, share));
    const upper = Math.max(1, scale.findIndex(([stop]) => stop >= at));
    const [[low, from], [high, to]] = [scale[upper - 1], scale[upper]];
    const [one, other] = [paint.parse(from), paint.parse(to)];
    return [0, 1, 2].map((i) => one[i] + (high > low ? (other[i] - one[i]) * (at - low) / (high - low) : 0));
  };
  // The cells of a live heat map by its scale.
  const heatOf = (host) => {
    const image = host.querySelector('.heatmaplayer image');
    const trace = host._fullData?.find((one) => one.z);
    if (!image || !trace) return [];
    const box = image.getBoundingClientRect();
    const rows = Array.from(trace.z, (line) => Array.from(line));
    const [wide, tall] = [box.width / rows[0].length, box.height / rows.length];
    const turned = host._fullLayout.yaxis.range[0] > host._fullLayout.yaxis.range[1];
    return rows.flatMap((line, row) => line.map((value, column) => {
      const top = turned ? box.top + row * tall : box.bottom - (row + 1) * tall;
      const left = box.left + column * wide;
      const share = (value - trace.zmin) / (trace.zmax - trace.zmin);
      const colour = value === null || value === undefined ? null : scaled(trace.colorscale, share);
      const where = `${say.where(host.closest('figure'))} cell ${row}, ${column}`;
      return { where, left, top, right: left + wide, bottom: top + tall, colour };
    }));
  };
  // The cells of a heat map as boxes in the view, each with its colour: of the live chart, else of the drawing in sight.
  const heat = (figure) => {
    const host = figure.querySelector('.js-plotly-plot');
    if (host?.querySelector('.heatmaplayer image')) return heatOf(host);
    return drawings(figure).filter(say.visible).flatMap((drawing) => cells(drawing).filter((cell) => cell.box).map(({ mark, row, box }) => {
      const fill = paint.solid(mark, 'fill');
      const colour = fill ? paint.over(fill, paint.ground(drawing)).slice(0, 3) : null;
      return { where: `${say.where(figure)} row ${row}`, ...box, colour };
    }));
  };
  return { drawings, heat, heatOf, laid, cells, canStand, source, tile };
}
