// A page that refused a value: summary, its link, the field's state, words that say how to fix it, no old result as new.
({ field, bad, hint, focused }, say) => {
  const found = [];
  const summary = document.querySelector('.error-summary');
  const input = document.getElementById(field);
  if (!summary) found.push(['there is no error summary', 'document']);
  if (summary && focused && document.activeElement !== summary) found.push(['the summary has not the focus', say.where(document.activeElement)]);
  if (summary && summary.tabIndex !== -1) found.push(['the summary cannot take the focus by script alone', say.where(summary)]);
  if (summary && (summary.matches('[role="alert"]') || !summary.querySelector('[role="alert"]'))) {
    found.push(['the alert is not on a node inside the summary', say.where(summary)]);
  }
  if (summary && !summary.querySelector(`a[href="#${CSS.escape(field)}"]`)) found.push(['the summary does not link to the field', say.where(summary)]);
  if (!input) return found.concat([['the field is gone', field]]);
  if (input.getAttribute('aria-invalid') !== 'true') found.push(['is not marked invalid', say.where(input)]);
  if (input.value !== bad) found.push([`holds “${input.value}”, not what was typed`, say.where(input)]);
  const words = say.referred(input, 'aria-describedby').filter((node) => node?.classList.contains('error') && say.visible(node)).map(say.text).join(' ');
  if (!words) found.push(['is not described by a visible error text', say.where(input)]);
  else if (!new RegExp(hint, 'i').test(words.replaceAll(bad, ''))) found.push([`“${words}” does not say how to fix it`, say.where(input)]);
  const result = document.querySelector('#result');
  const old = result?.querySelector('figure, table');
  if (old && say.visible(old) && !/before|previous|earlier|last valid/i.test(say.text(result))) {
    found.push(['an old result stands as if it were new', say.where(result)]);
  }
  return found;
}
