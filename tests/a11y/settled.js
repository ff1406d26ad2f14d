// Wait, inside the page, for what `swap` waits for; a promise needs no eval, which the policy refuses.
async ({ deadline }, say) => {
  const late = performance.now() + deadline;
  const running = () => (document.querySelector('#status')?.textContent ?? '').includes('Running') ||
    document.querySelector('[type="submit"][aria-disabled="true"]') !== null;
  // A whole new document has no flag, which is a new result too.
  while (window.swapSeen === false || running()) {
    if (performance.now() > late) return false;
    await new Promise((done) => setTimeout(done, 10));
  }
  await say.frame();
  return true;
}
