// Words of other languages inside an element that says so, and pieces of words in code that no voice reads as words.
({ language, foreign }, say) => {
  const found = [];
  const own = document.documentElement.lang;
  if (!own) found.push(['the page does not say its language', 'html']);
  else if (!own.toLowerCase().startsWith(language)) found.push([`the page says it is in “${own}”, not in ${language}`, 'html']);
  for (const node of document.querySelectorAll('[lang]')) {
    if (!/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(node.lang)) found.push([`“${node.lang}” is no language tag`, say.where(node)]);
  }
  // Several words of a language in one piece of text are that language; one may be a name.
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const holder = node.parentElement;
    if (holder.closest('script, style')) continue;
    const words = new Set(node.data.toLowerCase().match(/[\p{L}’']+/gu) ?? []);
    const said = holder.closest('[lang]')?.lang.split('-')[0] ?? '';
    for (const [tags, marks] of Object.entries(foreign)) {
      const heard = marks.filter((word) => words.has(word));
      if (heard.length > 1 && !tags.split(' ').includes(said)) {
        found.push([`“${heard.join(' ')}” stands in “${said}”, not in one of ${tags}`, say.where(holder)]);
      }
    }
  }
  for (const piece of document.querySelectorAll('[data-piece], .tile code')) {
    const code = piece.closest('code');
    if (!code) found.push(['a piece of a word is not in code', say.where(piece)]);
    else if (!piece.closest('[lang]') || piece.closest('[lang]') === document.documentElement) {
      found.push(['a piece of a word is read in the language of the page; say lang or zxx', say.where(piece)]);
    }
    if (/^\s|\s$/.test(piece.textContent) || piece.textContent === '') {
      found.push([`the blank of “${piece.textContent}” cannot be seen`, say.where(piece)]);
    }
  }
  return found;
}
