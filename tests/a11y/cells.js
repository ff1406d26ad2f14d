// The cells of one heat map as boxes on the page with the colour that they ought to have.
(name, say, paint, drawn) => say.figures().filter((figure) => figure.dataset.figure === name).flatMap(drawn.heat)
  .map(({ left, top, right, bottom, ...cell }) =>
    ({ ...cell, x: left + scrollX, y: top + scrollY, width: right - left, height: bottom - top }))
