// The reference page's behaviour: range and field in step, points by range, a swap by fetch that keeps its places.
const status = () => document.querySelector('#status');
const keepInStep = () => {
  for (const range of document.querySelectorAll('input[data-for]')) {
    const field = document.getElementById(range.dataset.for);
    range.hidden = false;
    range.oninput = () => { field.value = range.value; speak(range); };
    field.oninput = () => { range.value = field.value; speak(range); };
  }
};
const speak = (range) => range.setAttribute('aria-valuetext', `${range.value} ${range.dataset.unit}`);
const explore = () => {
  for (const range of document.querySelectorAll('input[data-explore]')) {
    const figure = range.closest('figure');
    const table = document.querySelector(`table[data-table="${figure.dataset.table}"]`);
    const tell = () => {
      const [head, ...heads] = [...table.tHead.rows[0].cells].slice(0, 3).map((cell) => cell.textContent);
      const cells = [...table.tBodies[0].rows[range.value].cells].map((cell) => cell.textContent);
      const words = `${head} ${cells[0]}: ${heads.map((name, at) => `${name} ${cells[at + 1]}`).join('; ')}`;
      range.setAttribute('aria-valuetext', words);
      figure.querySelector('output').textContent = words;
    };
    range.closest('.explore').hidden = false;
    range.oninput = tell;
    tell();
  }
};
const swap = (fresh) => {
  for (const id of ['problems', 'load-box', 'result']) {
    document.getElementById(id).replaceChildren(...fresh.getElementById(id).childNodes);
  }
  document.title = fresh.title;
  keepInStep();
  explore();
  document.querySelector('.error-summary')?.focus();
};
const announce = () => {
  status().textContent = document.querySelector('#result figcaption, .error-summary a').textContent;
};
const show = async (address) => {
  const answer = await fetch(address);
  swap(new DOMParser().parseFromString(await answer.text(), 'text/html'));
};
const submit = async (event) => {
  event.preventDefault();
  const form = event.target;
  const run = form.querySelector('[type="submit"]');
  if (run.getAttribute('aria-disabled') === 'true') return;
  run.setAttribute('aria-disabled', 'true');
  status().textContent = 'Running';
  const address = `${form.getAttribute('action')}?${new URLSearchParams(new FormData(form))}`;
  await show(address);
  history.pushState(null, '', address);
  here = location.search;
  announce();
  run.removeAttribute('aria-disabled');
};
let here = location.search;
const goBack = async () => {
  // A link within the page is a step too, and brings nothing new.
  if (location.search === here) return;
  here = location.search;
  await show(location.href);
  const heading = document.querySelector('h1');
  heading.tabIndex = -1;
  heading.focus();
};
const ANSWER = ['We ', 'look ', 'at ', 'your ', 'meter ', 'now. '];
let writing;
const write = () => {
  if (writing) return;
  status().textContent = 'The answer is being written';
  let count = 0;
  writing = setInterval(() => {
    document.getElementById('told').append(ANSWER[count % ANSWER.length]);
    count += 1;
    if (count === 40) halt('The answer has 40 words');
  }, 40);
};
const halt = (words) => {
  clearInterval(writing);
  writing = undefined;
  status().textContent = words;
};
addEventListener('popstate', goBack);
document.getElementById('form').addEventListener('submit', submit);
document.getElementById('begin').addEventListener('click', write);
document.getElementById('halt').addEventListener('click', () => halt('Stopped'));
for (const id of ['begin', 'halt']) document.getElementById(id).hidden = false;
keepInStep();
explore();
// end
