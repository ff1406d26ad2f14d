// A stand-in for a live chart library: on `live` in the address it puts a host with layers and data over each drawing.
const dictOf = (figure) => JSON.parse(document.querySelector(`script[data-plotly="${figure.dataset.figure}"]`).textContent);
const drawn = (dict) => dict.data.map((trace) => ({ type: 'scatter', ...structuredClone(trace) }));
const legend = '<svg class="main-svg" viewBox="0 0 320 220"><g class="legend"><text x="50" y="20">two lines</text></g></svg>';
const heat = async (figure) => {
  const canvas = new OffscreenCanvas(2, 2);
  const context = canvas.getContext('2d');
  ['#12345c', '#2f6fb7', '#8ab8f0', '#e8f0fa'].forEach((colour, at) => {
    context.fillStyle = colour;
    context.fillRect(at % 2, Math.floor(at / 2), 1, 1);
  });
  const blob = await canvas.convertToBlob();
  const reader = new FileReader();
  await new Promise((done) => { reader.onload = done; reader.readAsDataURL(blob); });
  return `<svg class="main-svg" viewBox="0 0 320 220"><g class="heatmaplayer">` +
    `<image x="60" y="20" width="200" height="180" preserveAspectRatio="none" href="${reader.result}"/></g></svg>`;
};
const enliven = async () => {
  for (const figure of document.querySelectorAll('figure[data-figure]')) {
    const dict = dictOf(figure);
    const host = document.createElement('div');
    host.className = 'js-plotly-plot layers';
    host.innerHTML = figure.dataset.kind === 'heatmap' ? await heat(figure) : figure.querySelector('.plot').innerHTML + legend;
    host.firstElementChild.classList.add('main-svg');
    host.data = dict.data;
    host._fullData = drawn(dict);
    host._fullLayout = { transition: { duration: 0 }, yaxis: { range: [1.5, -0.5] } };
    figure.querySelector('.plot').replaceChildren(host);
  }
  document.documentElement.dataset.live = 'yes';
};
if (location.search.includes('live')) enliven();
