// The visible pieces of text that were not there when this was last asked, as boxes in the view.
(fresh, say) => {
  const pieces = [...document.querySelectorAll('body *')].filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && say.visible(element) &&
    !element.closest('script, style, template'));
  const key = (element) => `${say.text(element)}`;
  const known = window.seenText ?? new Map();
  if (fresh) { window.seenText = new Map(pieces.map((element) => [element, key(element)])); return []; }
  return pieces.filter((element) => known.get(element) !== key(element) && !element.closest('p.point, output, [role="status"]'))
    .map((element) => { const box = element.getBoundingClientRect();
      return { text: key(element), x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }; });
}
