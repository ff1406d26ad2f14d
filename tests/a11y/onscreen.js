// Remember what can be seen on the screen, for `paper.js` to look for on paper.
(given, say) => {
  window.seenOnScreen = new Set([...document.querySelectorAll('main table, main caption, main figcaption, main figure')].filter(say.visible));
}
