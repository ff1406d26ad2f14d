// Wait until nothing in the document has changed for a while; false when it never rests.
({ rest, deadline }) => new Promise((done) => {
  let quiet;
  const end = (isAtRest) => {
    clearTimeout(quiet);
    clearTimeout(late);
    watch.disconnect();
    done(isAtRest);
  };
  const late = setTimeout(() => end(false), deadline);
  const begin = () => {
    clearTimeout(quiet);
    quiet = setTimeout(() => end(true), rest);
  };
  const watch = new MutationObserver(begin);
  watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  begin();
})
