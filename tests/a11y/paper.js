// The page under print media: no controls, tables and captions kept whole, dark ink on white.
(given, say, paint) => {
  const onScreen = window.seenOnScreen ?? new Set();
  if (!matchMedia('print').matches) return [['the page is not under print media', 'document']];
  const found = [];
  const dead = 'button, input:not([type="hidden"]), select, textarea, nav, [role="slider"], a[href="#main"]';
  for (const element of document.querySelectorAll(dead)) {
    if (say.visible(element) && getComputedStyle(element).position !== 'absolute') found.push(['a control is printed', say.where(element)]);
  }
  // What the reader has folded away is not wanted on paper; a figure prints one of its drawings.
  for (const part of document.querySelectorAll('main table, main caption, main figcaption')) {
    if (onScreen.has(part) && !say.visible(part)) found.push(['is not printed', say.where(part)]);
  }
  for (const figure of document.querySelectorAll('main figure')) {
    const drawings = [...figure.querySelectorAll('.plot svg')];
    if (onScreen.has(figure) && drawings.length && !drawings.some(say.visible)) found.push(['is not printed', say.where(figure)]);
  }
  for (const box of document.querySelectorAll('main table, main table *, main figure')) {
    for (let at = box.parentElement; at && at.tagName !== 'MAIN' && box.tagName === 'TABLE'; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX !== 'visible' && at.scrollWidth > at.clientWidth + 1) found.push(['the paper cuts it off', say.where(box)]);
    }
  }
  const white = [255, 255, 255, 1];
  const shown = [...document.querySelectorAll('body, main, main h1, main p, main td, main th, main figcaption, main figure')];
  for (const element of shown.filter(say.visible)) {
    const back = paint.ground(element);
    if (paint.ratio(back, white) > 1.2) { found.push([`its ground is ${back.slice(0, 3)}, not white`, say.where(element)]); break; }
    const ink = paint.parse(getComputedStyle(element).color);
    if (paint.ratio(paint.over(ink, white), white) < 7) { found.push([`its ink is ${ink.slice(0, 3)}, too pale for paper`, say.where(element)]); break; }
  }
  for (const mark of document.querySelectorAll('main figure .plot svg :is([data-row], text)')) {
    const value = paint.best(mark, white);
    const heat = mark.closest('figure').dataset.kind === 'heatmap';
    if (say.visible(mark) && !heat && value > 0 && value < 3) { found.push(['is too pale for paper', say.where(mark)]); break; }
  }
  return found;
}
