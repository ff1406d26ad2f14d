// Regions that speak by themselves: one polite status, no alert outside the error summary, no bulk content inside.
(given, say) => {
  const found = [];
  const loud = '[aria-live="assertive"], [role="alert"], [role="alertdialog"]';
  for (const node of document.querySelectorAll(loud)) {
    if (!node.closest('.error-summary')) found.push(['speaks over the reader outside the error summary', say.where(node)]);
    if (node.matches('.error-summary')) found.push(['the alert is on the node that takes the focus, not inside it', say.where(node)]);
  }
  const regions = '[aria-live]:not([aria-live="off"]), [role="status"], [role="log"], [role="alert"], [role="timer"], output';
  const bulk = 'table, form, figure, svg, input, select, textarea, button, main, h1';
  for (const node of document.querySelectorAll(regions)) {
    const inside = node.querySelector(bulk);
    if (inside) found.push([`a live region holds ${say.where(inside)}`, say.where(node)]);
    if (node.matches('[role="log"]')) found.push(['a log reads every change; announce at boundaries', say.where(node)]);
  }
  const statuses = document.querySelectorAll('[role="status"]');
  if (statuses.length !== 1) found.push([`the page has ${statuses.length} status nodes, needs one`, 'document']);
  for (const node of statuses) {
    if (say.hidden(node) || node.hidden) found.push(['the status node is hidden from readers', say.where(node)]);
  }
  return found;
}
