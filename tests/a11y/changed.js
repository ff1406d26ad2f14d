// For each picture of a stop and the view without its focus: the pixels whose contrast between the two is at least 3 : 1.
async ({ views, shots }, say, paint) => {
  const read = async (code) => {
    const image = new Image();
    image.src = `data:image/png;base64,${code}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    return context;
  };
  const whole = await Promise.all(views.map(read));
  return Promise.all(shots.map(async ([code, view, x, y]) => {
    if (!code) return 0;
    const one = await read(code);
    const { width, height } = one.canvas;
    const [before, after] = [one.getImageData(0, 0, width, height).data, whole[view].getImageData(x, y, width, height).data];
    let count = 0;
    for (let at = 0; at < before.length; at += 4) {
      if (before[at] === after[at] && before[at + 1] === after[at + 1] && before[at + 2] === after[at + 2]) continue;
      if (paint.ratio(before.subarray(at, at + 3), after.subarray(at, at + 3)) >= 3) count += 1;
    }
    return count;
  }));
}
