// The drawings of a figure, each by itself, and the cells that their marks stand for, alone or many in one path.
(say, paint) => {
  // A live chart has its own data; what its layers look like is no drawing of the page.
  const drawings = (figure) => [...figure.querySelectorAll('.plot svg')]
    .filter((svg) => !svg.closest('.js-plotly-plot') && !svg.parentElement.closest('svg'));
  const laid = (element) => element.checkVisibility() && element.getClientRects().length > 0;
  const list = (mark, name) => mark.dataset[name] === undefined ? null : JSON.parse(mark.dataset[name]);
  // A path as commands with the place that each one leads to, whatever is written from where the pen is.
  const steps = (mark) => {
    let [x, y, from] = [0, 0, [0, 0]];
    return [...mark.getAttribute('d').matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)].map(([, command, numbers]) => {
      const given = (numbers.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
      const kind = command.toLowerCase();
      const [left, top] = command === kind ? [x, y] : [0, 0];
      if (kind === 'z') [x, y] = from;
      else if (kind === 'h') x = left + given[0];
      else if (kind === 'v') y = top + given[0];
      else [x, y] = [left + given.at(-2), top + given.at(-1)];
      if (kind === 'm') from = [x, y];
      return { kind, x, y };
    });
  };
  // Where a path puts its points: the turns of a line, the middles of symbols, the boxes of areas.
  const ends = (mark) => {
    const all = steps(mark);
    if (mark.classList.contains('line')) return all.filter(({ kind }) => 'mlv'.includes(kind)).map(({ x, y }) => ({ x, y, width: 0, height: 0 }));
    if (mark.classList.contains('point')) {
      return all.filter(({ kind }, at) => kind === 'm' && all[at + 1].kind === 'm').map(({ x, y }) => ({ x, y, width: 0, height: 0 }));
    }
    return all.flatMap(({ kind, x, y }, at) => {
      if (kind !== 'm') return [];
      const corner = all[at + 2];
      return [{ x: Math.min(x, corner.x), y: Math.min(y, corner.y), width: Math.abs(corner.x - x), height: Math.abs(corner.y - y) }];
    });
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
  const many = ({ mark, told }) => {
    const [values, rows, lows, highs] = ['values', 'rows', 'low', 'high'].map((name) => list(told, name));
    const points = laid(mark) ? ends(mark) : [];
    // A path with rows has one shape for each; a line leaves out what it cannot show.
    const shown = values.map((value) => rows !== null || canStand(value, mark.ownerSVGElement.dataset.yScale));
    const fits = points.length === shown.filter(Boolean).length;
    return values.map((value, at) => {
      const box = fits && shown[at] ? onScreen(mark, points.shift()) : null;
      return { mark, row: rows ? rows[at] : at, column: told.dataset.column, value, low: lows?.[at], high: highs?.[at], box };
    });
  };
  // Only the wide drawing carries the lists of its dense paths; the narrow one draws the same paths in the same order.
  const dense = (drawing) => {
    const told = [...drawing.parentElement.querySelectorAll(':scope > svg.wide .dense')];
    const own = [...drawing.querySelectorAll('.dense')];
    const lists = own.map((mark, at) => ({ mark, told: mark.dataset.values === undefined ? told[at] : mark }));
    return lists.filter((one) => one.told?.dataset.values !== undefined);
  };
  const cells = (drawing) => [
    ...[...drawing.querySelectorAll('[data-row][data-column]')].map(single),
    ...dense(drawing).flatMap(many),
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
