// In forced colours every part of a drawing has a system colour, stands out, and only the lowest layer has a ground.
(given, say, paint) => {
  if (!matchMedia('(forced-colors: active)').matches) return [['forced colours are not active', 'document']];
  const names = ['Canvas', 'CanvasText', 'LinkText', 'VisitedText', 'ButtonFace', 'ButtonText', 'ButtonBorder', 'Field',
    'FieldText', 'Highlight', 'HighlightText', 'SelectedItem', 'SelectedItemText', 'GrayText', 'Mark', 'MarkText', 'AccentColor'];
  const opaque = (colour) => `rgb(${colour.slice(0, 3).join(', ')})`;
  const probe = document.createElement('span');
  probe.style.forcedColorAdjust = 'none';
  document.body.append(probe);
  const system = new Set(names.map((name) => { probe.style.color = name; return opaque(paint.parse(getComputedStyle(probe).color)); }));
  probe.style.color = 'Canvas';
  const canvas = paint.parse(getComputedStyle(probe).color);
  probe.remove();
  const found = [];
  for (const svg of document.querySelectorAll('figure .plot svg')) {
    const back = paint.ground(svg);
    if (!system.has(opaque(back))) found.push([`its ground is ${opaque(back)}, no system colour`, say.where(svg)]);
    const layers = [...svg.parentElement.children].filter((one) => one.tagName.toLowerCase() === 'svg');
    if (layers.indexOf(svg) > 0 && paint.parse(getComputedStyle(svg).backgroundColor)[3] > 0) {
      found.push(['a layer above the first has a ground and covers the marks', say.where(svg)]);
    }
    for (const part of svg.querySelectorAll('path, line, polyline, polygon, rect, circle, ellipse, text')) {
      if (part.closest('defs, clipPath, pattern') || !say.visible(part)) continue;
      const drawn = ['fill', 'stroke'].filter((property) => paint.solid(part, property));
      for (const property of drawn) {
        const colour = opaque(paint.solid(part, property));
        if (!system.has(colour)) found.push([`its ${property} is ${colour}, no system colour`, say.where(part)]);
      }
      const stands = drawn.length === 0 || paint.best(part, canvas) >= 3;
      // A halo is a gap of ground around a line.
      if (!stands && !part.matches('.halo') && (part.matches('[data-row], text, .series *') || part.closest('.legend'))) {
        found.push(['cannot be told from the ground', say.where(part)]);
      }
    }
  }
  return found;
}
