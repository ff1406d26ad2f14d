// Wait until the text of an element is another one than now; false when it stands still.
async ({ selector, deadline }) => {
  const read = () => document.querySelector(selector)?.innerText;
  const [was, late] = [read(), performance.now() + deadline];
  while (read() === was) {
    if (performance.now() > late) return false;
    await new Promise((done) => setTimeout(done, 10));
  }
  return true;
}
