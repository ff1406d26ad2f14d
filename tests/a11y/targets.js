// Controls smaller than 24 pixels whose spacing circle meets another control or its circle (WCAG 2.5.8).
(given, say) => {
  const size = 24;
  const controls = [...document.querySelectorAll(say.controls)].filter(
    (element) => say.visible(element) && !say.hidden(element) && !element.disabled);
  const inSentence = (element) => {
    if (element.tagName !== 'A' || getComputedStyle(element).display !== 'inline') return false;
    const around = element.closest('p, li, figcaption, td, dd, caption, h1, h2, h3');
    return around !== null && say.text(around).length > say.text(element).length;
  };
  const box = (element) => {
    const boxes = [element, ...['checkbox', 'radio'].includes(element.type) ? element.labels ?? [] : []]
      .map((part) => part.getBoundingClientRect());
    const left = Math.min(...boxes.map((b) => b.left)), top = Math.min(...boxes.map((b) => b.top));
    const right = Math.max(...boxes.map((b) => b.right)), bottom = Math.max(...boxes.map((b) => b.bottom));
    return { left, top, right, bottom, width: right - left, height: bottom - top, x: (left + right) / 2, y: (top + bottom) / 2 };
  };
  const items = controls.map((element) => ({ element, at: box(element) }));
  const small = (at) => at.width < size - 0.01 || at.height < size - 0.01;
  const gap = (at, other) => small(other)
    ? Math.hypot(at.x - other.x, at.y - other.y) - size / 2
    : Math.hypot(Math.max(other.left - at.x, 0, at.x - other.right), Math.max(other.top - at.y, 0, at.y - other.bottom));
  const found = [];
  for (const { element, at } of items) {
    if (!small(at) || inSentence(element)) continue;
    const near = items.find((other) => other.element !== element && !other.element.contains(element) && gap(at, other.at) < size / 2);
    if (near) {
      found.push([`is ${at.width.toFixed(1)} × ${at.height.toFixed(1)} and too close to ${say.where(near.element)}`, say.where(element)]);
    }
  }
  return found;
}
