// Words in drawings: apart from each other, whole, inside, off the lines and the marks that they do not name.
(given, say) => {
  const found = [];
  const boxed = (element, thin) => {
    const box = element.getBoundingClientRect();
    // A line of text is taller than its letters; what a hairline touches does not count.
    const high = thin ? box.height * 0.18 : 0;
    return { left: box.left + 1, right: box.right - 1, top: box.top + high, bottom: box.bottom - high };
  };
  const meet = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  // A ruled line is a box without a width.
  const near = (one, other) => one.left <= other.right && other.left <= one.right && one.top <= other.bottom && other.top <= one.bottom;
  const along = (path) => {
    const toScreen = path.getScreenCTM();
    const length = path.getTotalLength();
    const steps = Math.ceil(length / 3);
    return Array.from({ length: steps + 1 }, (_, step) => path.getPointAtLength((step / steps) * length).matrixTransform(toScreen));
  };
  for (const drawing of [...document.querySelectorAll('figure .plot svg.drawing')].filter(say.visible)) {
    const figure = `${drawing.closest('[data-of]')?.dataset.of ?? ''} ${say.where(drawing.closest('figure'))}`;
    const add = (message) => found.push([message, figure]);
    const frame = drawing.getBoundingClientRect();
    const texts = [...drawing.querySelectorAll('text')].map((text) => ({ text, said: say.text(text), box: boxed(text, true) }));
    const lines = [...drawing.querySelectorAll('.rule:not(.swatch), .now path, .line, .bracket')].map((path) => ({ path, box: path.getBoundingClientRect() }));
    const areas = [...drawing.querySelectorAll('rect.area[data-row]')].map((area) => boxed(area, false));
    const foot = [...drawing.querySelectorAll('.title')].filter((title) => title.getBoundingClientRect().top > frame.top + frame.height / 2);
    const ticks = [...drawing.querySelectorAll('.tick')];
    for (const title of foot) {
      for (const tick of ticks) {
        const [one, other] = [title.getBoundingClientRect(), tick.getBoundingClientRect()];
        const beside = one.left < other.right && other.left < one.right;
        if (beside && one.top < other.bottom + 1) add(`the title “${say.text(title)}” is jammed onto “${say.text(tick)}”`);
      }
    }
    texts.forEach(({ text, said, box }, place) => {
      if (said.includes('…')) add(`“${said}” is cut`);
      const all = text.getBoundingClientRect();
      if (all.left < frame.left - 1 || all.right > frame.right + 1) add(`“${said}” leaves the drawing`);
      for (const other of texts.slice(0, place)) if (meet(box, other.box)) add(`“${said}” lies on “${other.said}”`);
      const inside = text.closest('.inside');
      for (const line of lines) {
        const { path } = line;
        if (!near(box, line.box)) continue;
        line.points ??= along(path);
        const hit = line.points.some(({ x, y }) => x > box.left && x < box.right && y > box.top && y < box.bottom);
        if (hit && !text.closest('.key')) add(`“${said}” lies on the line ${path.dataset.fact ?? path.closest('[data-series]')?.dataset.series ?? path.parentNode.getAttribute('class')}`);
      }
      if (!inside && areas.some((area) => meet(box, area))) add(`“${said}” lies on a bar`);
    });
  }
  return found;
}
