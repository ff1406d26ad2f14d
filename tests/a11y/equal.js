// The numbers of a figure's table, of each of its drawings and of its live chart are the same numbers in the same order.
(given, say, paint, drawn) => {
  const found = [];
  const tidy = (words) => String(words).replace(/\s+/g, ' ').trim();
  const list = (values) => Array.from(values ?? [], (value) => value === undefined || Number.isNaN(value) ? null : value);
  // A cell of the table against a value of a picture, which is a number, text, or an attribute's text.
  const same = (cell, value) => {
    if (cell === null || value === null || value === '' || value === undefined) return cell === null ? !value && value !== 0 : cell === value;
    if (typeof cell === 'number') return Object.is(cell, Number(value));
    const spoken = { true: 'yes', True: 'yes', false: 'no', False: 'no' };
    return cell === tidy(value) || cell === spoken[value];
  };
  const differs = (ours, theirs) => {
    if (ours.length !== theirs.length) return `${theirs.length} of ${ours.length} rows`;
    const at = ours.findIndex((cell, row) => !same(cell, theirs[row]));
    return at < 0 ? null : `row ${at}: table ${ours[at]}, picture ${theirs[at]}`;
  };
  const isColumn = (columns, values) => Object.values(columns).some((column) => differs(column, values) === null);
  // Marks that stand for rows: each as its row in the table says, and a row without a mark has nothing to draw.
  const isColumnAt = (columns, cells, key) =>
    Object.values(columns).some((column) => cells.every((cell) => same(column[cell.row] ?? null, cell[key])));
  const judgeColumn = (figure, columns, name, cells, scale) => {
    const ours = columns[name];
    const rows = cells.map((cell) => cell.row);
    // The path of a line comes before marks of its own; only within one element are rows in order.
    for (let at = 1; at < rows.length; at += 1) {
      if (cells[at].whole === cells[at - 1].whole && rows[at] <= rows[at - 1]) {
        found.push([`the marks of ${name} are not in row order: ${rows}`, say.where(figure)]);
        break;
      }
    }
    const theirs = new Map();
    for (const cell of cells) {
      if (theirs.has(cell.row) && theirs.get(cell.row) !== cell.value && !same(Number(cell.value), theirs.get(cell.row))) {
        found.push([`row ${cell.row} of ${name} is drawn with two values`, say.where(cell.mark)]);
      }
      theirs.set(cell.row, cell.value);
    }
    const length = 1 + Math.max(-1, ...rows, ours.findLastIndex((cell) => cell !== null && (typeof cell !== 'number' || drawn.canStand(cell, scale))));
    const filled = Array.from({ length: Math.max(length, ours.length) }, (_, row) => theirs.has(row) ? theirs.get(row) : null);
    const expected = ours.map((cell, row) => theirs.has(row) || typeof cell !== 'number' || drawn.canStand(cell, scale) ? cell : null);
    const fault = rows.length && Math.max(...rows) >= ours.length ? `${Math.max(...rows) + 1} of ${ours.length} rows` : differs(expected, filled);
    if (fault) found.push([`drawing of ${name} differs, ${fault}`, say.where(figure)]);
    for (const key of ['x', 'low', 'high']) {
      const told = cells.filter((cell) => cell[key] !== undefined);
      if (told.length && !isColumnAt(columns, told, key)) found.push([`the ${key} values of ${name} are no column of the table`, say.where(figure)]);
    }
  };
  const judgeDrawing = (figure, columns, drawing) => {
    const cells = drawn.cells(drawing).map((cell) => ({ ...cell, whole: cell.mark.classList.contains('dense') ? cell.mark : 'single' }));
    const names = [...new Set([...drawing.querySelectorAll('.series')].map((one) => one.dataset.series).concat(cells.map((cell) => cell.column)))];
    const values = Object.values(columns).flat();
    if (!cells.length && values.some((value) => typeof value === 'number')) found.push(['its drawing has no marks', say.where(figure)]);
    const scales = [drawing.dataset.xScale, drawing.dataset.yScale];
    for (const name of names) {
      if (!columns[name]) found.push([`column ${name} is drawn but not in the table`, say.where(figure)]);
      else judgeColumn(figure, columns, name, cells.filter((cell) => cell.column === name), scales.includes('log') ? 'log' : 'linear');
    }
    for (const band of drawing.querySelectorAll('.band')) {
      for (const side of ['low', 'high']) {
        const own = columns[band.dataset[side]];
        const theirs = band.dataset[`${side}Values`];
        const fault = own ? theirs && differs(own, JSON.parse(theirs)) : 'it is not in the table';
        if (fault) found.push([`the band's ${band.dataset[side]} differs, ${fault}`, say.where(figure)]);
      }
    }
    return names;
  };
  const distinct = (values) => values.filter((value, at) => values.findIndex((one) => same(one, value)) === at);
  // Cells of a table that has a row for each: at the place that two of its columns give.
  const fitsLong = (columns, trace, rows) => {
    const sides = [trace.y, trace.x].map((side) => Object.values(columns).filter((column) => differs(distinct(column), list(side)) === null));
    const values = columns[trace.meta.column];
    return sides[0].some((down) => sides[1].some((across) => {
      const [ys, xs] = [distinct(down), distinct(across)];
      const grid = ys.map(() => xs.map(() => null));
      values.forEach((value, row) => { grid[ys.indexOf(down[row])][xs.indexOf(across[row])] = value; });
      return grid.length === rows.length && grid.every((line, at) => differs(line, rows[at]) === null);
    }));
  };
  const fitsWide = (columns, names, rows) => {
    const turned = rows[0]?.map((_, at) => rows.map((row) => row[at])) ?? [];
    const numbers = Object.keys(columns).filter((name) => columns[name].some((value) => typeof value === 'number'));
    const ours = (names.length > 1 ? names : numbers).map((name) => columns[name]);
    return [rows, turned].some((grid) => grid.length === ours.length && grid.every((line, at) => differs(ours[at], line) === null));
  };
  const fitsLanes = (columns, trace) => {
    const [starts, ends] = trace.meta.interval.map((name) => columns[name] ?? []);
    const told = list(trace.customdata);
    const length = (row) => typeof starts[row] === 'number' && typeof ends[row] === 'number' ? ends[row] - starts[row] : null;
    return differs(columns[trace.meta.column], list(trace.y)) ?? differs(starts, list(trace.base)) ?? differs(ends, told.map((one) => one[1])) ??
      differs(starts, told.map((one) => one[0])) ?? differs(starts.map((_, row) => length(row)), list(trace.x));
  };
  const fitsEnds = (columns, trace) => {
    const told = list(trace.customdata);
    return trace.meta.ends.map((name, end) => differs(columns[name] ?? [], told.map((one) => one[end]))).find(Boolean);
  };
  // One trace for each part of a stack: together they are the column, in the order of its rows.
  const gathered = (traces) => {
    const parts = traces.filter((trace) => trace.meta.row !== undefined);
    const names = [...new Set(parts.map((trace) => trace.meta.column))];
    const whole = names.map((name) => {
      const own = parts.filter((trace) => trace.meta.column === name);
      const side = (axis) => { const values = []; own.forEach((trace) => { values[trace.meta.row] = list(trace[axis])[0]; }); return list(values); };
      const alone = own.every((trace) => list(trace.x).length === 1 && list(trace.y).length === 1);
      return { meta: { column: name }, ...(alone ? { x: side('x'), y: side('y'), group: true } : { x: [], y: [] }) };
    });
    return [...traces.filter((trace) => trace.meta.row === undefined), ...whole];
  };
  const judgeTraces = (figure, columns, traces, names, what) => {
    const own = gathered(traces.filter((trace) => trace.meta?.column !== undefined));
    for (const name of names) {
      if (!own.some((trace) => trace.meta.column === name) && !own.some((trace) => trace.z)) found.push([`${what} lacks ${name}`, say.where(figure)]);
    }
    for (const trace of own) {
      const name = trace.meta.column;
      const ours = columns[name];
      if (trace.z) {
        const rows = list(trace.z).map(list);
        const fits = trace.x && ours ? fitsLong(columns, trace, rows) : fitsWide(columns, names, rows);
        if (!fits) found.push([`${what} holds other cells than the table`, say.where(figure)]);
      } else if (!ours) found.push([`${what} has ${name}, which is no column of the table`, say.where(figure)]);
      else if (trace.meta.interval) {
        const fault = fitsLanes(columns, trace);
        if (fault) found.push([`${what} of ${name} differs, ${fault}`, say.where(figure)]);
      } else {
        const fault = trace.meta.ends && fitsEnds(columns, trace);
        if (fault) found.push([`${what} of ${name} has another interval, ${fault}`, say.where(figure)]);
        const sides = [trace.y, trace.x].filter(Boolean).map(list);
        const faults = sides.map((side) => differs(ours, side));
        if (faults.every(Boolean)) found.push([`${what} of ${name} differs, ${faults[0]}`, say.where(figure)]);
        // Bars that all stand in one nameless slot have no column for it.
        const slots = sides.filter((side) => !(trace.group && side.every((one) => one === '')));
        for (const side of slots.filter((one) => !isColumn(columns, one))) found.push([`${what} of ${name} has values that are no column`, say.where(figure)]);
      }
    }
  };
  const judgeCells = (grid) => {
    for (const cell of grid.querySelectorAll('td.n')) {
      if (!say.text(cell)) found.push(['a missing number has no word', say.where(cell)]);
      // A word for what is missing, such as "no p99", is no number.
      if (!cell.querySelector('data') && /^[−-]?\.?\d/.test(say.text(cell))) found.push(['a number has no exact value', say.where(cell)]);
      const shown = cell.querySelector('data');
      const plain = Number(say.text(shown).replace(/[\s,\u2009\u202f]/g, '').replace('−', '-'));
      if (shown?.value && Number.isFinite(plain) && Math.abs(plain - Number(shown.value)) > 0.05 * Math.abs(Number(shown.value)) + 1e-12) {
        found.push([`shows ${say.text(shown)} for ${shown.value}`, say.where(cell)]);
      }
    }
  };
  for (const figure of say.figures()) {
    const grid = say.table(figure);
    if (!grid) { found.push([`no table ${figure.dataset.table}`, say.where(figure)]); continue; }
    const columns = say.columns(grid);
    judgeCells(grid);
    const live = figure.querySelector('.js-plotly-plot');
    const source = drawn.source(figure);
    const dict = source ? JSON.parse(source.textContent) : null;
    const drawings = drawn.drawings(figure);
    if (!drawings.length && !live) found.push(['it has no drawing', say.where(figure)]);
    const named = live ? (dict?.data ?? live.data ?? []).map((trace) => trace.meta?.column).filter((name) => columns[name]) : [];
    const names = [...new Set([...drawings.flatMap((one) => judgeDrawing(figure, columns, one)), ...named])].filter((name) => columns[name]);
    if (dict) judgeTraces(figure, columns, dict.data, names, 'the chart source');
    if (live) judgeTraces(figure, columns, live._fullData ?? live.data ?? [], names, 'the live chart');
  }
  return found;
}
