// Names of links and controls: one name leads to one place, says where, and holds the words that are seen.
(given, say) => {
  const found = [];
  const targets = new Map();
  const plain = (words) => words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  const vague = new Set(['here', 'click here', 'click', 'more', 'read more', 'learn more', 'link', 'this', 'this link', 'details', 'go']);
  for (const link of document.querySelectorAll('a[href]')) {
    if (!say.visible(link) || say.hidden(link)) continue;
    const name = plain(say.name(link));
    if (!name) found.push(['a link has no name', say.where(link)]);
    if (vague.has(name)) found.push([`“${name}” does not say where it leads`, say.where(link)]);
    if (targets.has(name) && targets.get(name) !== link.href) found.push([`“${name}” also leads to ${targets.get(name)}`, say.where(link)]);
    if (!targets.has(name)) targets.set(name, link.href);
  }
  for (const control of document.querySelectorAll(say.controls)) {
    if (!say.visible(control) || say.hidden(control)) continue;
    const [seen, name] = [plain(say.shown(control)), plain(say.name(control))];
    if (!name) found.push(['a control has no name', say.where(control)]);
    if (seen && !` ${name} `.includes(` ${seen} `)) found.push([`is called “${name}” but shows “${seen}”`, say.where(control)]);
  }
  return found;
}
