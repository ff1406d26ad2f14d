// Nothing wider than the view but what scrolls in a named, focusable region; plots use their width when it is scarce.
(given, say) => {
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    const wide = [...document.body.querySelectorAll('*')].filter((element) =>
      element.getBoundingClientRect().right > root.clientWidth + 1 && !element.closest('.scroller > *, svg *'));
    found.push([`the page is ${root.scrollWidth} wide in a view of ${root.clientWidth}`, say.where(wide.at(-1) ?? root)]);
  }
  for (const table of document.querySelectorAll('table')) {
    let at = table.parentElement;
    while (at && !['auto', 'scroll'].includes(getComputedStyle(at).overflowX)) at = at.parentElement;
    if (!at || at.scrollWidth <= at.clientWidth || at === root || at === document.body) continue;
    if (at.tabIndex < 0 || !say.name(at) || !at.hasAttribute('role')) {
      found.push(['a wide table scrolls in a box without name, role or Tab stop', say.where(table)]);
    }
  }
  for (const figure of root.clientWidth <= 400 ? say.figures() : []) {
    const boxes = [...figure.querySelectorAll('[data-row], [data-rows], [data-values], .plot .line, .plot .whisker:not(.ground), .js-plotly-plot .nsewdrag')].filter(say.visible)
      .map((mark) => mark.getBoundingClientRect());
    if (!boxes.length) continue;
    const width = Math.max(...boxes.map((b) => b.right)) - Math.min(...boxes.map((b) => b.left));
    const share = width / figure.getBoundingClientRect().width;
    if (share < 0.6) found.push([`the marks use ${Math.round(share * 100)} % of the width, needs 60 %`, say.where(figure)]);
  }
  return found;
}
