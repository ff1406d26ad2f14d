// Keep from now on what changes on the page while keys are pressed on it.
() => {
  document.activeElement?.blur();
  const told = ({ type, target, attributeName }) => `${type} ${attributeName ?? ''} of ${target.id || target.nodeName}`;
  window.keyChanges = [];
  const watch = new MutationObserver((list) => window.keyChanges.push(...list.map(told)));
  watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  window.keyPlace = [document, location.href, document.activeElement, scrollY];
}
