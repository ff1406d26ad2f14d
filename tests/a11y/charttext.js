// Chart text against what it lies on: 4.5 : 1, large text 3 : 1, not rounded.
(given, say, paint, drawn) => {
  const found = [];
  // A live heat map is one picture; what lies under a word in it is the colour of its cell.
  const heats = new Map([...document.querySelectorAll('.js-plotly-plot')].map((host) => [host, drawn.heatOf(host)]));
  const cell = (text) => {
    const box = text.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const own = heats.get(text.closest('.js-plotly-plot')) ?? [];
    const colour = own.find((one) => x > one.left && x < one.right && y > one.top && y < one.bottom)?.colour;
    return colour ? [...colour, 1] : null;
  };
  for (const text of document.querySelectorAll('figure svg text')) {
    if (!say.visible(text) || !say.text(text)) continue;
    const style = getComputedStyle(text);
    const size = parseFloat(style.fontSize) * Math.abs(text.getScreenCTM().d);
    const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    const back = cell(text) ?? paint.beneath(text);
    const ink = paint.solid(text, 'fill');
    const value = ink ? paint.ratio(paint.over(ink, back), back) : 1;
    if (value < needed) found.push([`text “${say.text(text)}” stands out by ${value}, needs ${needed}`, say.where(text)]);
  }
  return found;
}
