// What has changed since `watchkeys`, in words; empty when nothing has.
() => {
  // A whole new document has kept nothing.
  if (!window.keyPlace) return 'the document';
  const now = [document, location.href, document.activeElement, scrollY];
  const names = ['the document', 'the address', 'the focus', 'the scroll'];
  const moved = names.filter((name, at) => now[at] !== window.keyPlace[at]);
  return [...moved, ...window.keyChanges.slice(0, 3)].join(', ');
}
