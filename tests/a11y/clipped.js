// Text that its box cuts off, and chart text that leaves its drawing or is smaller than 12 pixels.
(given, say) => {
  const found = [];
  const cuts = (value) => value === 'hidden' || value === 'clip';
  for (const element of document.body.querySelectorAll('*:not(svg *):not(script):not(style):not(option)')) {
    const style = getComputedStyle(element);
    if (!(cuts(style.overflowX) || cuts(style.overflowY)) || !say.visible(element) || !say.text(element)) continue;
    if (element.clientWidth <= 1 || style.clipPath === 'inset(50%)' || element.tagName.toLowerCase() === 'svg') continue;
    const tall = cuts(style.overflowY) && element.scrollHeight > element.clientHeight + 1;
    const wide = cuts(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
    if (tall || wide) {
      found.push([`holds ${element.scrollWidth} × ${element.scrollHeight} in ${element.clientWidth} × ${element.clientHeight}`, say.where(element)]);
    }
  }
  for (const text of document.querySelectorAll('figure .plot svg text')) {
    if (!say.visible(text) || !say.text(text)) continue;
    const size = parseFloat(getComputedStyle(text).fontSize) * Math.abs(text.getScreenCTM().d);
    if (size < 11.95) found.push([`chart text is ${size.toFixed(1)} pixels high, needs 12`, say.where(text)]);
    const [inner, outer] = [text.getBoundingClientRect(), text.ownerSVGElement.getBoundingClientRect()];
    const out = inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
    const free = getComputedStyle(text.ownerSVGElement).overflow === 'visible' && inner.left >= 0 && inner.right <= innerWidth;
    if (out && !free) found.push(['chart text leaves its drawing', say.where(text)]);
  }
  return found;
}
