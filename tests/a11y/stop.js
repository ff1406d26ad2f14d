// Where the focus is now: identity, box on the page, how many of 9 points of the box are reachable, box to photograph.
(margin, say) => {
  const element = document.activeElement;
  if (!element || element === document.body || element === document.documentElement) return null;
  const known = (window.focusStops ??= []);
  if (!known.includes(element)) known.push(element);
  const box = element.getBoundingClientRect();
  const inside = [0.1, 0.5, 0.9];
  const points = inside.flatMap((x) => inside.map((y) => [box.left + x * box.width, box.top + y * box.height]));
  const seen = points.filter(([x, y]) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (element.contains(hit) || hit.contains(element) && hit !== document.body &&
      hit.tagName === 'LABEL');
  }).length;
  // Whole pixels, so that two pictures of the same place can be laid on each other.
  const [left, top] = [Math.max(0, Math.floor(box.left - margin)), Math.max(0, Math.floor(box.top - margin))];
  const right = Math.min(innerWidth, Math.ceil(box.right + margin));
  const bottom = Math.min(innerHeight, Math.ceil(box.bottom + margin));
  const drawn = [...element.getClientRects()].reduce((sum, part) => sum + 2 * (part.width + part.height), 0);
  // A column: the parts of the nearest common parent that hold the two stops stand side by side, this one to the right.
  const before = window.focusBefore;
  window.focusBefore = element;
  let shared = before?.parentElement;
  while (shared && !shared.contains(element)) shared = shared.parentElement;
  // An element whose children stand in its parent's grid has no box of its own; the child on the way has.
  const part = (node, from = shared) => {
    const child = [...from.children].find((each) => each.contains(node));
    if (!child) return box;
    return getComputedStyle(child).display === 'contents' ? part(node, child) : child.getBoundingClientRect();
  };
  const [one, two] = shared && before !== element ? [part(before), part(element)] : [box, box];
  const beside = two.left >= one.right - 4 && two.top < one.bottom && one.top < two.bottom;
  // Both as they lie now, because a box that scrolls has moved since the stop before.
  const above = Boolean(before?.isConnected) && before !== element && box.bottom <= before.getBoundingClientRect().top + 4;
  const fixed = [];
  for (let at = element; at; at = at.parentElement) {
    if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) fixed.push(at);
  }
  return {
    key: known.indexOf(element), where: say.where(element), seen, fixed: fixed.length > 0, beside, above,
    left: box.left + scrollX, top: box.top + scrollY, right: box.right + scrollX, bottom: box.bottom + scrollY,
    clip: { x: left + scrollX, y: top + scrollY, width: Math.max(0, right - left), height: Math.max(0, bottom - top) },
    view: { x: scrollX, y: scrollY, width: innerWidth, height: innerHeight },
    perimeter: Math.min(2 * (box.width + box.height), drawn, 2 * (innerWidth + innerHeight)),
  };
}
