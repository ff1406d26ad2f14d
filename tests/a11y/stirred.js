// What changed by itself since `stirring.js`, after at least so many milliseconds; the watch ends.
async (least, say) => {
  const state = window.stirring;
  const rest = state.since + least - performance.now();
  if (rest > 0) await new Promise((done) => setTimeout(done, rest));
  state.watch.disconnect();
  window.stirring = undefined;
  return [...state.nodes].map((node) => ['changes by itself while nobody does anything', say.where(node)]);
}
