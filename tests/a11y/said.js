// The words and numbers of a page, however they came there: tables, summaries, and charts that left a hole.
(given, say) => ({
  tables: [...document.querySelectorAll('main table')].filter(say.visible).map((table) =>
    [...table.querySelectorAll('tr')].map((row) => [...row.cells].map(say.text).join(' | ')).join('\n')),
  summaries: [...document.querySelectorAll('main figcaption')].filter(say.visible).map(say.text),
  holes: [...document.querySelectorAll('figure[data-figure] .plot')]
    .filter((plot) => plot.getBoundingClientRect().height > 8 && ![...plot.querySelectorAll('svg')].some(
      (svg) => svg.checkVisibility({ visibilityProperty: true }) && svg.querySelector('path, rect, circle, line')))
    .map((plot) => say.where(plot.closest('figure'))),
  // A range without a name is only a handle that a script gives to the field beside it.
  dead: [...document.querySelectorAll('main button[type="button"], main input[type="range"]:not([name])')]
    .filter(say.visible).map(say.where),
})
