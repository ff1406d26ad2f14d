// For each pair of PNG pictures: the pixels whose contrast between the two is at least 3 : 1.
async (pairs, say, paint) => {
  const read = async (code) => {
    const image = new Image();
    image.src = `data:image/png;base64,${code}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height).data;
  };
  return Promise.all(pairs.map(async ([one, other]) => {
    if (one === other) return 0;
    const [before, after] = await Promise.all([read(one), read(other)]);
    let count = 0;
    for (let at = 0; at < before.length; at += 4) {
      if (before[at] === after[at] && before[at + 1] === after[at + 1] && before[at + 2] === after[at + 2]) continue;
      if (paint.ratio(before.subarray(at, at + 3), after.subarray(at, at + 3)) >= 3) count += 1;
    }
    return count;
  }));
}
