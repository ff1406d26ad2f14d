// Chart text at 200 % root text against 100 %: it grows, or the figure offers a larger view.
async (given, say) => {
  const root = document.documentElement;
  const kept = root.style.fontSize;
  const sizes = () => [...document.querySelectorAll('figure .plot svg text')].filter((text) => say.visible(text) && say.text(text))
    .map((text) => [text, parseFloat(getComputedStyle(text).fontSize) * Math.abs(text.getScreenCTM().d)]);
  root.style.fontSize = '100%';
  const before = new Map(sizes());
  root.style.fontSize = '200%';
  await new Promise(requestAnimationFrame);
  const after = sizes();
  root.style.fontSize = kept;
  const found = [];
  for (const [text, size] of after) {
    const figure = text.closest('figure');
    const larger = [...figure.querySelectorAll('a[href], button')].some((one) => /larger|enlarge|full size/i.test(say.name(one)));
    if (!larger && before.has(text) && size < 1.5 * before.get(text)) {
      found.push([`chart text stays at ${size.toFixed(1)} pixels when text is doubled`, say.where(text)]);
    }
  }
  return found;
}
