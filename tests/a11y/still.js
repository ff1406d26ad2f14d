// Wait until each figure that a live chart may take over has been drawn, or where none suits until none is left.
async ({ deadline, live }) => {
  const figures = [...document.querySelectorAll('#result figure[data-figure]')];
  const late = performance.now() + deadline;
  const pause = () => new Promise((done) => setTimeout(done, 20));
  // A tab that paints nothing, as one behind another does, would wait for its frame for ever.
  const rest = () => Promise.race([
    new Promise((done) => requestAnimationFrame(() => setTimeout(done))), new Promise((done) => setTimeout(done, 2000)),
  ]);
  const isDue = (figure) => live === (figure.querySelector('.plot.drawn') !== null);
  const [left, top] = [scrollX, scrollY];
  await rest();
  for (const figure of figures) {
    if (live) figure.scrollIntoView({ block: 'center', behavior: 'instant' });
    while (!isDue(figure) && performance.now() < late) await pause();
  }
  scrollTo({ left, top, behavior: 'instant' });
  await rest();
  return figures.every(isDue);
}
