// Colours as the page computes them: parse, lay one over another, contrast without rounding, the ground of an element.
() => {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const parse = (colour) => {
    const plain = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(colour);
    if (plain) return [plain[1], plain[2], plain[3], plain[4] ?? 1].map(Number);
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = 'rgba(0, 0, 0, 0)';
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = (front, back) => [0, 1, 2].map((i) => front[i] * front[3] + back[i] * (1 - front[3])).concat(1);
  const linear = (channel) => (channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = (colour) => 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
  const ratio = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const opacity = (element) => {
    let product = 1;
    for (let at = element; at?.tagName && at.tagName !== 'BODY'; at = at.parentElement) {
      product *= Number(getComputedStyle(at).opacity);
    }
    return product;
  };
  const ground = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] === 1) break;
    }
    const dark = matchMedia('(prefers-color-scheme: dark)').matches && getComputedStyle(document.documentElement).colorScheme.includes('dark');
    const canvas = dark && !matchMedia('print').matches ? [18, 18, 18, 1] : [255, 255, 255, 1];
    return layers.reverse().reduce((back, front) => over(front, back), canvas);
  };
  // The paints of an SVG shape over its ground: fill and stroke where they are drawn, a pattern by its first ink.
  const solid = (element, property) => {
    const style = getComputedStyle(element);
    let value = style[property];
    if (value === 'none') return null;
    if (property === 'stroke' && parseFloat(style.strokeWidth) === 0) return null;
    const pattern = /^url\("?#([^")]+)"?\)/.exec(value);
    if (pattern) {
      const ink = document.getElementById(pattern[1])?.querySelector('path, line, rect, circle');
      if (!ink) return null;
      const inner = getComputedStyle(ink);
      value = inner.stroke !== 'none' ? inner.stroke : inner.fill;
    }
    const colour = parse(value);
    colour[3] *= Number(style[`${property}Opacity`]) * opacity(element);
    return colour[3] === 0 ? null : colour;
  };
  const best = (element, back) => {
    const paints = ['fill', 'stroke'].map((property) => solid(element, property)).filter(Boolean);
    return paints.length ? Math.max(...paints.map((colour) => ratio(over(colour, back), back))) : 0;
  };
  // The shape that a point of a drawing lies on: the last one drawn before `element` that covers it, else the page.
  const beneath = (element) => {
    const page = ground(element.closest('svg') ?? element);
    const svg = element.closest('svg');
    if (!svg) return page;
    const box = element.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    let back = page;
    for (const shape of svg.querySelectorAll('rect, circle, path, polygon, ellipse')) {
      if (shape.closest('defs, pattern, clipPath') || element.contains(shape)) continue;
      if (!(shape.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)) continue;
      const edge = shape.getBoundingClientRect();
      if (x < edge.left || x > edge.right || y < edge.top || y > edge.bottom) continue;
      const point = new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse());
      const fill = solid(shape, 'fill');
      if (fill && shape.isPointInFill(point)) back = over(fill, back);
    }
    return back;
  };
  return { parse, over, ratio, luminance, ground, solid, best, beneath };
}
