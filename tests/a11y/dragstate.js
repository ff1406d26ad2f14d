// The page as a drag may change it: words, values and shapes; what a pointer only points at is left out.
(given, say) => {
  const shapes = [...document.querySelectorAll('main figure .plot')].map((plot) => {
    const copy = plot.cloneNode(true);
    for (const node of copy.querySelectorAll('.hoverlayer, .explored')) {
      if (node.matches('.explored')) node.classList.remove('explored');
      else node.remove();
    }
    return copy.innerHTML.replace(/ class=""/g, '').replace(/cursor-[a-z-]+/g, '');
  });
  const values = [...document.querySelectorAll('main input:not([data-explore]), main select, main textarea')]
    .map((field) => `${field.value} ${field.checked}`);
  const words = document.querySelector('main').cloneNode(true);
  for (const node of words.querySelectorAll('p.point, output, .plot, script')) node.remove();
  return { shapes, values, words: say.text(words), address: location.href };
}
