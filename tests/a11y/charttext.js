// Chart text against what it lies on: 4.5 : 1, large text 3 : 1, not rounded.
(given, say, paint) => {
  const found = [];
  for (const text of document.querySelectorAll('figure svg text')) {
    if (!say.visible(text) || !say.text(text)) continue;
    const style = getComputedStyle(text);
    const size = parseFloat(style.fontSize) * Math.abs(text.getScreenCTM().d);
    const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    const back = paint.beneath(text);
    const ink = paint.solid(text, 'fill');
    const value = ink ? paint.ratio(paint.over(ink, back), back) : 1;
    if (value < needed) found.push([`text “${say.text(text)}” stands out by ${value}, needs ${needed}`, say.where(text)]);
  }
  return found;
}
