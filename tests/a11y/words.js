// Words about elements: where one is, whether it can be seen, what it is called.
() => {
  const text = (node) => (node?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const where = (element) => {
    if (!element?.tagName) return 'document';
    const tag = element.tagName.toLowerCase();
    if (element.id) return `${tag}#${element.id}`;
    for (const name of ['data-figure', 'data-table', 'data-series', 'data-row', 'name', 'href', 'role']) {
      const value = element.getAttribute(name);
      if (value !== null) return `${tag}[${name}="${value.slice(0, 60)}"]`;
    }
    const words = text(element).slice(0, 40);
    return words ? `${tag} "${words}"` : `${tag} in ${where(element.parentElement)}`;
  };
  const visible = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const box = element.getBoundingClientRect();
    return box.width > 0 || box.height > 0;
  };
  const referred = (element, attribute) =>
    (element.getAttribute(attribute) ?? '').split(/\s+/).filter(Boolean).map((id) => document.getElementById(id));
  const shown = (element) => {
    if (element.labels?.length) return [...element.labels].map(text).join(' ');
    if (element.tagName === 'INPUT' && ['submit', 'button', 'reset'].includes(element.type)) return element.value;
    return text(element);
  };
  const name = (element) => {
    const labelled = referred(element, 'aria-labelledby').map(text).join(' ').trim();
    if (labelled) return labelled;
    const label = (element.getAttribute('aria-label') ?? '').trim();
    if (label) return label;
    const pictures = [...element.querySelectorAll?.('img[alt]') ?? []].map((img) => img.alt).join(' ');
    const title = [...element.children].find((child) => child.tagName.toLowerCase() === 'title');
    if (element.tagName.toLowerCase() === 'svg') return text(title);
    return `${shown(element)} ${pictures}`.trim() || (element.getAttribute('title') ?? '').trim();
  };
  const hidden = (element) => element.closest('[aria-hidden="true"], [inert]') !== null;
  const controls = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], ' +
    '[role="link"], [role="slider"], [role="checkbox"], [role="radio"], [role="tab"], [role="switch"]';
  const focusable = `${controls}, [tabindex]:not([tabindex="-1"]), [contenteditable="true"], iframe`;
  const figures = () => [...document.querySelectorAll('figure[data-figure]')];
  const table = (figure) => document.querySelector(`table[data-table="${CSS.escape(figure.dataset.table ?? '')}"]`);
  // The columns of a table as {NAME: [cell, ...]} in row order; a cell is its exact value, its text, or null for words.
  const columns = (grid) => {
    const heads = [...grid.querySelectorAll('thead th, tr:first-child > th[scope="col"]')];
    const rows = [...grid.querySelectorAll('tr')].filter((row) => row.querySelector('td'));
    const read = (cell) => {
      const data = cell?.querySelector('data');
      if (data) return data.value === '' ? null : Number(data.value);
      if (!cell || cell.classList.contains('n')) return null;
      // The word that marks the row of now is not part of the cell.
      const bare = cell.cloneNode(true);
      bare.querySelectorAll('.now-word').forEach((word) => word.remove());
      return text(bare);
    };
    const found = {};
    heads.forEach((head, at) => {
      found[head.dataset.column ?? text(head)] = rows.map((row) => read(row.cells[at]));
    });
    return found;
  };
  // A tab that paints nothing, as one behind another does, would wait for its frame for ever.
  const frame = () => Promise.race([
    new Promise((done) => requestAnimationFrame(() => setTimeout(done))), new Promise((done) => setTimeout(done, 2000)),
  ]);
  return { frame, text, where, visible, referred, shown, name, hidden, controls, focusable, figures, table, columns };
}
