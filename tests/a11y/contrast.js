// The contrast of each mark, line and swatch against what it lies on, not rounded, at least 3 : 1.
(given, say, paint) => {
  const found = [];
  for (const figure of say.figures()) {
    const marks = [...figure.querySelectorAll(
      '[data-row], .series path, .series line, .series polyline, .legend path, .legend line, .legend circle, .swatch, ' +
      '.js-plotly-plot :is(path.js-line, .points path, .point path)')]
      .filter((mark) => !mark.closest('defs, pattern, clipPath') && !mark.matches('text, .band, .interval, .halo, g') && say.visible(mark));
    if (figure.dataset.kind === 'heatmap') {
      const fills = marks.map((mark) => paint.solid(mark, 'fill')).filter(Boolean).sort((a, b) => paint.luminance(a) - paint.luminance(b));
      if (fills.length > 1 && paint.ratio(fills[0], fills.at(-1)) < 3) {
        found.push([`its ends differ by ${paint.ratio(fills[0], fills.at(-1))}, needs 3`, say.where(figure)]);
      }
      continue;
    }
    const shades = [...figure.querySelectorAll('.plot :is(.band, .js-fill)')].filter(say.visible)
      .map((shade) => paint.solid(shade, 'fill')).filter(Boolean);
    for (const mark of marks) {
      const panel = mark.closest('.js-plotly-plot')?.querySelector('.bglayer .bg');
      const page = paint.ground(mark.ownerSVGElement ?? mark);
      const plain = panel && paint.solid(panel, 'fill');
      const back = plain ? paint.over(plain, page) : page;
      // A mark stands out from the shade of a band too, for it may lie on it.
      const backs = [back, ...shades.map((shade) => paint.over(shade, back))];
      const value = Math.min(...backs.map((one) => paint.best(mark, one)));
      if (value > 0 && value < 3) found.push([`stands out by ${value}, needs 3`, say.where(mark)]);
      if (value === 0 && mark.matches('[data-row]') && !mark.matches('[data-value=""]')) found.push(['is not drawn', say.where(mark)]);
    }
  }
  return found;
}
