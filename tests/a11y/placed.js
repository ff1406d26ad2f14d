// The place of marks in a drawing follows their values: equal values lie level, and larger ones all on one side.
(given, say) => {
  const found = [];
  for (const figure of say.figures().filter((one) => ['line', 'step', 'bar', 'scatter', 'bands'].includes(one.dataset.kind))) {
    for (const series of figure.querySelectorAll('.plot svg .series')) {
      const marks = [...series.querySelectorAll('[data-row]')].filter((mark) => mark.dataset.value && say.visible(mark));
      const ends = marks.map((mark) => {
        const box = mark.getBoundingClientRect();
        const value = Number(mark.dataset.value);
        return { mark, value, at: figure.dataset.kind === 'bar' ? (value < 0 ? box.bottom : box.top) : (box.top + box.bottom) / 2 };
      }).sort((one, other) => one.value - other.value);
      for (let at = 1; at < ends.length; at += 1) {
        const [low, high] = [ends[at - 1], ends[at]];
        if (high.at > low.at + 1) {
          found.push([`${high.value} is drawn below ${low.value}`, say.where(high.mark)]);
          break;
        }
      }
    }
  }
  return found;
}
