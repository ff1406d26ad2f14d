// The numbers of a figure's table, of its drawing and of its live chart are the same numbers in the same order.
(given, say) => {
  const found = [];
  const same = (one, other) => one === null || other === null ? one === other
    : typeof one === 'string' || typeof other === 'string' ? String(one) === String(other) : Object.is(one, other);
  const differs = (ours, theirs) => {
    if (ours.length !== theirs.length) return `${theirs.length} of ${ours.length} rows`;
    const at = ours.findIndex((value, row) => !same(value, theirs[row]));
    return at < 0 ? null : `row ${at}: table ${ours[at]}, picture ${theirs[at]}`;
  };
  const list = (values) => Array.from(values ?? [], (value) => value === undefined || Number.isNaN(value) ? null : value);
  const numbers = (columns) => Object.keys(columns).filter((name) => columns[name].some((value) => typeof value === 'number'));
  const exact = (text) => text === '' ? null : Number(text);
  const judgeMarks = (figure, columns) => {
    const marks = [...figure.querySelectorAll('.plot svg [data-row][data-column]')];
    const names = [...new Set([...figure.querySelectorAll('.plot .series')].map((one) => one.dataset.series)
      .concat(marks.map((mark) => mark.dataset.column)))];
    if (!marks.length) found.push(['its drawing has no marks', say.where(figure)]);
    for (const name of names) {
      const own = marks.filter((mark) => mark.dataset.column === name);
      if (!columns[name]) { found.push([`column ${name} is drawn but not in the table`, say.where(figure)]); continue; }
      const rows = own.map((mark) => Number(mark.dataset.row));
      if (rows.some((row, at) => row !== at)) found.push([`the marks of ${name} are not in row order: ${rows}`, say.where(figure)]);
      const fault = differs(columns[name], own.map((mark) => exact(mark.dataset.value)));
      if (fault) found.push([`drawing of ${name} differs, ${fault}`, say.where(figure)]);
      const xs = own.filter((mark) => mark.hasAttribute('data-x')).map((mark) => mark.dataset.x);
      if (xs.length && !isColumn(columns, xs)) found.push([`the x values of ${name} are no column of the table`, say.where(figure)]);
    }
    return names;
  };
  const isColumn = (columns, xs) => Object.values(columns).some((values) => values.length === xs.length &&
    values.every((value, row) => String(value) === String(xs[row]) || (typeof value === 'number' && Object.is(value, Number(xs[row])))));
  const judgeTraces = (figure, columns, traces, names, what) => {
    const drawn = traces.filter((trace) => trace.meta?.column !== undefined);
    for (const name of names) {
      if (!drawn.some((trace) => trace.meta.column === name) && !drawn.some((trace) => trace.z)) found.push([`${what} lacks ${name}`, say.where(figure)]);
    }
    for (const trace of drawn) {
      if (trace.z) {
        const rows = list(trace.z).map(list);
        const turned = rows[0]?.map((_, at) => rows.map((row) => row[at])) ?? [];
        const ours = (names.length > 1 ? names : numbers(columns)).map((name) => columns[name]);
        const fits = [rows, turned].some((grid) => grid.length === ours.length && grid.every((line, at) => differs(ours[at], line) === null));
        if (!fits) found.push([`${what} holds other cells than the table`, say.where(figure)]);
        continue;
      }
      const ours = columns[trace.meta.column];
      const sides = [trace.y, trace.x].filter(Boolean).map(list);
      const faults = ours ? sides.map((side) => differs(ours, side)) : [`no column ${trace.meta.column} in the table`];
      if (faults.every(Boolean)) found.push([`${what} of ${trace.meta.column} differs, ${faults[0]}`, say.where(figure)]);
      for (const side of sides.filter((one) => !isColumn(columns, one))) found.push([`${what} of ${trace.meta.column} has values that are no column`, say.where(figure)]);
    }
  };
  for (const figure of say.figures()) {
    const grid = say.table(figure);
    if (!grid) { found.push([`no table ${figure.dataset.table}`, say.where(figure)]); continue; }
    const columns = say.columns(grid);
    for (const cell of grid.querySelectorAll('td.n')) {
      if (!say.text(cell)) found.push(['a missing number has no word', say.where(cell)]);
      if (!cell.querySelector('data') && /\d/.test(say.text(cell))) found.push(['a number has no exact value', say.where(cell)]);
      const shown = cell.querySelector('data');
      const plain = Number(say.text(shown).replace(/[\s,\u2009\u202f]/g, '').replace('−', '-'));
      if (shown?.value && Number.isFinite(plain) && Math.abs(plain - Number(shown.value)) > 0.05 * Math.abs(Number(shown.value)) + 1e-12) {
        found.push([`shows ${say.text(shown)} for ${shown.value}`, say.where(cell)]);
      }
    }
    const live = figure.querySelector('.js-plotly-plot');
    const source = document.querySelector(`script[data-plotly="${CSS.escape(figure.dataset.figure)}"]`);
    const dict = source ? JSON.parse(source.textContent) : null;
    const named = (dict?.data ?? []).map((trace) => trace.meta?.column);
    const names = live ? [...new Set(named)].filter((name) => columns[name]) : judgeMarks(figure, columns);
    if (dict) judgeTraces(figure, columns, dict.data, names, 'the chart source');
    if (live) judgeTraces(figure, columns, live._fullData ?? live.data ?? [], names, 'the live chart');
  }
  return found;
}
