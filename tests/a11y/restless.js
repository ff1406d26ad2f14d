// How often the document has changed since the first time that this was asked.
() => {
  if (window.restless === undefined) {
    window.restless = 0;
    const watch = new MutationObserver((records) => { window.restless += records.length; });
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  }
  return window.restless;
}
