// Chart text at 200 % root text against 100 %: it grows, or the figure offers a larger view.
// A page may need a moment to put a drawing that grows in the place of a live chart; it is given one.
async (given, say) => {
  const root = document.documentElement;
  const kept = root.style.fontSize;
  const patience = 4000;
  const pause = () => new Promise((done) => setTimeout(done, 50));
  const size = (text) => parseFloat(getComputedStyle(text).fontSize) * Math.abs(text.getScreenCTM().d);
  const texts = (figure) => [...figure.querySelectorAll('.plot svg text')].filter((text) => say.visible(text) && say.text(text));
  const figures = [...document.querySelectorAll('figure')];
  // The words may stand in another drawing afterwards, so they are told by what they say.
  const measure = () => new Map(figures.map((figure) => [figure, texts(figure).map((text) => [say.text(text), size(text), text])]));
  const larger = (figure) => [...figure.querySelectorAll('a[href], button')].some((one) => /larger|enlarge|full size/i.test(say.name(one)));
  const until = async (test) => { for (const late = performance.now() + patience; !test() && performance.now() < late;) await pause(); };
  root.style.fontSize = '100%';
  await say.frame();
  const before = measure();
  const stuck = () => figures.filter((figure) => !larger(figure)).flatMap((figure) => {
    const old = before.get(figure);
    if (!old.length) return [];
    const now = texts(figure);
    if (!now.length) return [[`chart text is gone when text is doubled`, say.where(figure)]];
    const least = Math.min(...old.map(([, high]) => high));
    const was = new Map(old.map(([words, high]) => [words, high]));
    return now.filter((text) => size(text) < 1.5 * (was.get(say.text(text)) ?? least))
      .map((text) => [`chart text stays at ${size(text).toFixed(1)} pixels when text is doubled`, say.where(text)]);
  });
  root.style.fontSize = '200%';
  await say.frame();
  await until(() => stuck().length === 0);
  const found = stuck();
  root.style.fontSize = kept;
  await say.frame();
  return found;
}
