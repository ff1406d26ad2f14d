// Put the start of the Tab order at the first or last place of the document, without leaving a trace.
(last) => {
  document.activeElement?.blur();
  const mark = document.createElement('span');
  mark.tabIndex = -1;
  if (last) document.body.append(mark); else document.body.prepend(mark);
  mark.focus();
  mark.remove();
  scrollTo({ top: last ? document.documentElement.scrollHeight : 0, behavior: 'instant' });
}
