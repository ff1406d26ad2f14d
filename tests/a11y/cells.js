// The cells of each heat map as boxes on the page with the colour that the scale gives them.
(given, say, paint, drawn) => {
  const cells = [];
  const scaled = (scale, share) => {
    const at = Math.min(1, Math.max(0, share));
    const upper = Math.max(1, scale.findIndex(([stop]) => stop >= at));
    const [[low, from], [high, to]] = [scale[upper - 1], scale[upper]];
    const [one, other] = [paint.parse(from), paint.parse(to)];
    return [0, 1, 2].map((i) => one[i] + (other[i] - one[i]) * (at - low) / (high - low));
  };
  for (const figure of say.figures().filter((one) => one.dataset.kind === 'heatmap')) {
    const host = figure.querySelector('.js-plotly-plot');
    const image = host?.querySelector('.heatmaplayer image');
    const trace = host?._fullData?.find((one) => one.z);
    if (image && trace) {
      const box = image.getBoundingClientRect();
      const rows = Array.from(trace.z, (line) => Array.from(line));
      const [wide, tall] = [box.width / rows[0].length, box.height / rows.length];
      const turned = host._fullLayout.yaxis.range[0] > host._fullLayout.yaxis.range[1];
      rows.forEach((line, row) => line.forEach((value, column) => {
        const top = turned ? box.top + row * tall : box.bottom - (row + 1) * tall;
        const colour = value === null ? null : scaled(trace.colorscale, (value - trace.zmin) / (trace.zmax - trace.zmin));
        const where = `${say.where(figure)} cell ${row}, ${column}`;
        cells.push({ where, x: box.left + column * wide + scrollX, y: top + scrollY, width: wide, height: tall, colour });
      }));
      continue;
    }
    for (const drawing of drawn.drawings(figure).filter(say.visible)) {
      for (const { mark, row, box } of drawn.cells(drawing).filter((cell) => cell.box)) {
        const fill = paint.solid(mark, 'fill');
        const colour = fill ? paint.over(fill, paint.ground(drawing)).slice(0, 3) : null;
        const where = `${say.where(figure)} row ${row}`;
        const [width, height] = [box.right - box.left, box.bottom - box.top];
        cells.push({ where, x: box.left + scrollX, y: box.top + scrollY, width, height, colour });
      }
    }
  }
  return cells;
}
