// Formulas: words beside each, only elements that are drawn and spoken, and symbols that a table explains.
async (glossary, say) => {
  const kinds = 'math mi mn mo ms mtext mspace mrow mfrac msqrt mroot msub msup msubsup munder mover munderover ' +
    'mtable mtr mtd mstyle mpadded';
  const allowed = new Set(kinds.split(' '));
  const found = [];
  const parts = (node) => [...node.children].filter((child) => child.tagName !== 'mspace');
  const inner = (node) => {
    const only = parts(node);
    return ['math', 'mrow', 'mstyle'].includes(node.tagName) && only.length === 1 ? inner(only[0]) : node;
  };
  const isLeaf = (node) => ['mi', 'mn'].includes(node.tagName);
  const isSimple = (math) => {
    const node = inner(math);
    if (isLeaf(node)) return true;
    if (node.tagName === 'msub') return isLeaf(inner(node.children[0]));
    const [sign, number, more] = parts(node);
    return !more && sign?.tagName === 'mo' && number?.tagName === 'mn';
  };
  const after = (math) => (math.nextSibling?.nodeType === Node.TEXT_NODE ? math.nextSibling.data : '');
  const hasWords = (math) => {
    if (math.getAttribute('display') === 'block') {
      return /^In words: \S/.test(say.text((math.closest('p, div') ?? math).nextElementSibling));
    }
    return isSimple(math) || /^\s*\(in words: \S/i.test(after(math)) || say.text(math.parentElement.querySelector('.for-the-ear')) !== '';
  };
  // Names of several letters are functions; a letter with its index is one symbol.
  const symbols = (math) => {
    const heard = [];
    const read = (node) => {
      const base = node.tagName === 'msub' ? inner(node.children[0]) : null;
      if (base?.tagName === 'mi' && [...base.textContent].length === 1) heard.push(`${base.textContent}_${node.children[1].textContent}`);
      else if (node.tagName === 'mi') { if ([...node.textContent].length === 1) heard.push(node.textContent); }
      else for (const child of node.children) read(child);
    };
    read(math);
    return heard;
  };
  const told = (page) => [...page.querySelectorAll('table.symbols th math')].flatMap(symbols);
  const known = new Set(told(document));
  const isTold = (symbol) => known.has(symbol) || (/^._.$/u.test(symbol) && known.has([...symbol][0]));
  const formulas = [...document.querySelectorAll('math')];
  if (formulas.some((math) => symbols(math).some((symbol) => !isTold(symbol)))) {
    const page = await (await fetch(glossary)).text();
    for (const symbol of told(new DOMParser().parseFromString(page, 'text/html'))) known.add(symbol);
  }
  for (const math of formulas) {
    const where = `formula ${math.textContent.slice(0, 40)}`;
    if (math.textContent.includes('\\')) found.push(['a command is printed as it was typed', where]);
    if (!hasWords(math)) found.push(['has no words beside it', where]);
    for (const node of math.querySelectorAll('*')) {
      if (!allowed.has(node.tagName)) found.push([`${node.tagName} is not drawn or not spoken everywhere`, where]);
      const variant = node.getAttribute('mathvariant');
      if (variant && variant !== 'normal') found.push([`the ${variant} of “${node.textContent}” is not drawn`, where]);
      const next = [node, node.nextElementSibling, node.nextElementSibling?.nextElementSibling];
      if (next.every((each) => each?.tagName === 'mi' && each.getAttribute('mathvariant') === 'normal')) {
        found.push([`a name falls into letters: ${next.map((each) => each.textContent).join(' ')}`, where]);
      }
    }
    for (const symbol of symbols(math)) {
      if (!isTold(symbol)) found.push([`the symbol ${symbol} is in no table of symbols, here or in the glossary`, where]);
    }
  }
  return found;
}
