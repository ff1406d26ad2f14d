// Title, headings and landmarks of one page.
(given, say) => {
  const found = [];
  const mains = document.querySelectorAll('main, [role="main"]');
  if (mains.length !== 1) found.push([`the page has ${mains.length} mains`, 'document']);
  const heads = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((head) => !say.hidden(head) && say.visible(head));
  const first = heads.filter((head) => head.tagName === 'H1');
  if (first.length !== 1) found.push([`the page has ${first.length} first headings`, 'document']);
  const title = document.title.replace(/\s+/g, ' ').trim();
  if (first[0] && !title.includes(say.text(first[0]))) found.push([`the title “${title}” lacks the heading`, say.where(first[0])]);
  // The error summary stands before the first heading, as a notice about the page.
  const body = heads.filter((head) => !head.closest('.error-summary'));
  body.forEach((head, at) => {
    const [level, before] = [Number(head.tagName[1]), at ? Number(body[at - 1].tagName[1]) : 0];
    if (level > before + 1) found.push([`level ${level} follows level ${before}`, say.where(head)]);
  });
  const invalid = document.querySelector('[aria-invalid="true"], .error-summary') !== null;
  if (invalid !== title.startsWith('Error: ')) {
    found.push([invalid ? 'the title of an invalid page does not start with “Error: ”' : 'the title says “Error: ” and nothing is wrong', 'document']);
  }
  return found;
}
