// Tables as readers need them: caption, both scopes, numbers right, units in the head, sort state, a CSV link.
(given, say) => {
  const found = [];
  for (const table of document.querySelectorAll('table:not([role="presentation"])')) {
    const fault = (message, at = table) => found.push([message, say.where(at)]);
    if (!table.caption || !say.text(table.caption)) fault('has no caption');
    const rows = [...table.querySelectorAll('tbody tr, :scope > tr')].filter((row) => row.querySelector('td, th'));
    const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
    if (!heads.length) fault('has no column headers');
    for (const head of heads) {
      if (head.tagName !== 'TH' || head.getAttribute('scope') !== 'col') fault('a column header has no scope', head);
      if (!say.text(head) && head.tagName === 'TH') fault('a column header is empty', head);
      const unit = head.dataset.unit;
      if (unit && !say.text(head).includes(unit)) fault(`the unit ${unit} is not in the header`, head);
      const button = head.querySelector('button');
      const sort = head.getAttribute('aria-sort');
      if (sort && !['none', 'ascending', 'descending', 'other'].includes(sort)) fault(`aria-sort is ${sort}`, head);
      if (button && sort === null && !heads.some((one) => one.hasAttribute('aria-sort'))) fault('a sort button has no state', head);
    }
    if (heads.filter((head) => /scending$/.test(head.getAttribute('aria-sort') ?? '')).length > 1) fault('is sorted by two columns');
    for (const row of rows) {
      const first = row.cells[0];
      if (first.tagName !== 'TH' || first.getAttribute('scope') !== 'row') { fault('a row has no header', row); break; }
    }
    for (const cell of table.querySelectorAll('td.n')) {
      if (!['right', 'end', '-webkit-right'].includes(getComputedStyle(cell).textAlign)) { fault('numbers are not aligned', cell); break; }
    }
    for (const data of table.querySelectorAll('td.n data')) {
      const cell = data.parentElement;
      if (!/\d[\s\u00a0\u202f]*(?!e[+−-]?\d)[a-z%µ]/i.test(say.text(cell))) continue;
      fault('a unit stands in a cell, not in the header', cell);
      break;
    }
    // A piece of a model's text, set as code, is text also where it looks like a number.
    for (const cell of table.querySelectorAll('td:not(.n):not(:has(> code))')) {
      if (/^[-−]?[\d.,\s]+$/.test(say.text(cell))) { fault('a number is not marked as one', cell); break; }
    }
    const name = table.dataset.table;
    const file = name && [...document.querySelectorAll('a[href]')].some((link) => new URL(link.href).pathname.endsWith(`/${name}.csv`));
    if (name && !file) fault(`no link to ${name}.csv`);
  }
  return found;
}
