// Begin to note what changes on the page by itself; `stirred.js` tells it.
() => {
  if (window.stirring) return;
  const state = { since: performance.now(), nodes: new Set() };
  window.stirring = state;
  state.watch = new MutationObserver((records) => {
    for (const record of records) state.nodes.add(record.target.nodeType === Node.TEXT_NODE ? record.target.parentElement : record.target);
  });
  state.watch.observe(document.body, { childList: true, characterData: true, attributes: true, subtree: true });
}
