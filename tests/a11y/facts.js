// What a summary may speak of: the caption of each figure, its columns, and every exact value and field of the page.
(given, say, paint, marks) => say.figures().map((figure) => {
  const grid = say.table(figure);
  const caption = figure.querySelector('figcaption');
  const main = document.querySelector('main');
  const outside = (element) => !caption?.contains(element);
  const exact = [...main.querySelectorAll('data')].filter(outside).map((data) => data.value);
  const heads = [...main.querySelectorAll('th[scope="row"]')].map(say.text);
  const fields = [...main.querySelectorAll('input:not([type="hidden"]), select')].map((field) => field.value);
  const drawn = [...new Set([...figure.querySelectorAll('.plot [data-column]')].map((mark) => mark.dataset.column))];
  const columns = grid ? say.columns(grid) : {};
  const source = marks.source(figure);
  const named = source ? JSON.parse(source.textContent).data.map((trace) => trace.meta?.column) : [];
  // One live heat map draws every column of numbers under one name.
  const heat = figure.dataset.kind === 'heatmap' ? Object.keys(columns).filter((one) => columns[one].some(Number.isFinite)) : named;
  const ys = Object.fromEntries((drawn.length ? drawn : heat).filter((name) => columns[name]).map((name) => [name, columns[name]]));
  return { where: say.where(figure), caption: say.text(caption), values: [...exact, ...heads, ...fields], columns: ys };
})
