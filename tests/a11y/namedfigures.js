// A figure's name, summary and table are there; its picture is silent and takes no focus.
(given, say) => {
  const found = [];
  for (const figure of say.figures()) {
    const caption = figure.querySelector('figcaption');
    if (!caption || !say.visible(caption) || say.text(caption).length < 20) found.push(['has no visible summary sentence', say.where(figure)]);
    if (!say.table(figure)) found.push(['has no table', say.where(figure)]);
    if (!figure.querySelector('.plot[aria-hidden="true"]')) found.push(['its picture is not silent', say.where(figure)]);
  }
  for (const svg of document.querySelectorAll('svg')) {
    const tester = svg.id === 'js-plotly-tester';
    if ((say.visible(svg) || tester) && !say.hidden(svg) && !svg.closest('svg svg') && !say.name(svg)) {
      found.push(['an SVG that readers meet has no name', say.where(svg)]);
    }
  }
  for (const element of document.querySelectorAll(`[aria-hidden="true"] :is(${say.focusable})`)) {
    if (element.tabIndex >= 0 && say.visible(element)) found.push(['takes the focus inside a hidden box', say.where(element)]);
  }
  for (const bar of document.querySelectorAll('.modebar-container *, .modebar')) {
    if (bar.matches('.modebar, a, button')) found.push(['the chart tool bar is present', say.where(bar)]);
  }
  return found;
}
