// What the kept status node said since `watch.js`, and whether it is still the node of the page.
(selector) => {
  const state = window.statusWatch;
  if (!state) return { kept: false, texts: [], now: '' };
  const now = document.querySelector(selector);
  return { kept: now === state.node, texts: state.texts, now: (now?.textContent ?? '').replace(/\s+/g, ' ').trim() };
}
