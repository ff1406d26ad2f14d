// Under reduced motion nothing runs or would run for more than 10 ms, charts included.
(given, say) => {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) return [['reduced motion is not asked for', 'document']];
  const limit = 10;
  const found = [];
  for (const animation of document.getAnimations()) {
    const time = animation.effect?.getComputedTiming();
    if (animation.playState === 'running' && time && time.endTime > limit) {
      found.push([`${animation.animationName ?? animation.transitionProperty ?? 'an animation'} runs`, say.where(animation.effect.target)]);
    }
  }
  const longest = (list) => Math.max(...list.split(',').map((one) => parseFloat(one) * (one.trim().endsWith('ms') ? 1 : 1000)));
  for (const element of document.querySelectorAll('*')) {
    const style = getComputedStyle(element);
    if (style.transitionProperty !== 'none' && longest(style.transitionDuration) > limit) {
      found.push([`a transition of ${style.transitionDuration} is declared`, say.where(element)]);
    }
    if (style.scrollBehavior === 'smooth') found.push(['scrolls smoothly', say.where(element)]);
  }
  for (const host of document.querySelectorAll('.js-plotly-plot')) {
    const duration = host._fullLayout?.transition?.duration ?? 0;
    if (duration > limit) found.push([`the chart moves for ${duration} ms`, say.where(host)]);
  }
  return found;
}
