// What the engine could not decide, with the part of the page that explains why, if one does.
({ nodes, parts }, say) => nodes.map(([rule, target]) => {
  const node = document.querySelector(target);
  const part = parts.find((selector) => node?.closest(selector));
  return [rule, part ?? '', node ? say.where(node) : target];
})
