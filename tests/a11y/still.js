// Wait until each figure that a live chart may take over has been drawn, or where none suits until none is left.
async ({ deadline, live }, say) => {
  const figures = [...document.querySelectorAll('#result figure[data-figure]')];
  const late = performance.now() + deadline;
  const pause = () => new Promise((done) => setTimeout(done, 20));
  const isDue = (figure) => live === (figure.querySelector('.plot.drawn') !== null);
  const [left, top] = [scrollX, scrollY];
  await say.frame();
  for (const figure of figures) {
    if (live) figure.scrollIntoView({ block: 'center', behavior: 'instant' });
    while (!isDue(figure) && performance.now() < late) await pause();
  }
  scrollTo({ left, top, behavior: 'instant' });
  await say.frame();
  return figures.every(isDue);
}
