// What a step back must bring again: address, title, values of the form, and the words of the result that are not folded.
(given, say) => ({
  address: location.href,
  title: document.title,
  values: [...document.querySelectorAll('main form :is(input, select, textarea)')]
    .filter((field) => field.id && !['hidden', 'range', 'submit', 'file'].includes(field.type))
    .map((field) => `${field.id} = ${['radio', 'checkbox'].includes(field.type) ? field.checked : field.value}`),
  result: [...document.querySelectorAll('#result :is(.says, figcaption, table)')]
    .filter((part) => !part.closest('details:not([open])')).map(say.text).join(' | '),
  focus: document.activeElement?.tagName === 'H1' && document.querySelectorAll('h1').length === 1,
  at: say.where(document.activeElement),
})
