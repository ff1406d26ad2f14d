// Of a picture of a heat map: cells that are not of one colour near their corners, or not of the colour of the scale.
async ([code, clip, cells]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${code}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const pixel = (cell, x, y) => context.getImageData(
    Math.floor((cell.x - clip.x + cell.width * x) * image.width / clip.width),
    Math.floor((cell.y - clip.y + cell.height * y) * image.height / clip.height), 1, 1).data.slice(0, 3);
  const far = (one, other) => Math.max(...[0, 1, 2].map((i) => Math.abs(one[i] - other[i])));
  const found = [];
  for (const cell of cells) {
    // A label may stand in the middle, so the cell is read near its corners.
    const corners = [[0.15, 0.15], [0.85, 0.15], [0.15, 0.85], [0.85, 0.85]].map(([x, y]) => pixel(cell, x, y));
    if (corners.some((one) => far(one, corners[0]) > 3)) found.push(['a cell is not of one colour', cell.where]);
    else if (cell.colour && far(corners[0], cell.colour) > 3) found.push([`is ${[...corners[0]]}, the scale says ${cell.colour.map(Math.round)}`, cell.where]);
  }
  return found;
}
