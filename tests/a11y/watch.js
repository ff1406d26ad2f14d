// Keep the status node of now and every text that it takes, for `announced.js` to judge.
(selector) => {
  const node = document.querySelector(selector);
  const state = { node, texts: [] };
  window.statusWatch = state;
  if (!node) return false;
  state.watch = new MutationObserver(() => {
    const words = node.textContent.replace(/\s+/g, ' ').trim();
    if (words !== state.texts.at(-1)) state.texts.push(words);
  });
  state.watch.observe(node, { childList: true, characterData: true, subtree: true });
  return true;
}
