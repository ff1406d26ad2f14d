// Answers in place: after a swap one sentence is said; the control before a commitment sends itself; labs say what moved.
"use strict";
(() => {
  const SAY_AFTER = 400;
  let saying;

  const say = (words) => {
    clearTimeout(saying);
    saying = setTimeout(() => { document.getElementById("status").textContent = words; }, SAY_AFTER);
  };

  const tidy = (node) => node.textContent.replace(/\s+/g, " ").trim();

  // The pressed button may be gone with its form; what was swapped keeps its id.
  document.addEventListener("htmx:after:swap", (event) => {
    const { target } = event.detail.ctx;
    const now = target && target.id && document.getElementById(target.id);
    if (!now || !now.matches(".item, section.head")) return;
    const error = now.querySelector("[role=alert]");
    if (error) document.title = document.title.replace(/^(Error: )?/, "Error: ");
    else document.title = document.title.replace(/^Error: /, "");
    const sentence = now.querySelector("[data-announce]");
    if (sentence) say(tidy(sentence));
  });

  // Moving the control before a prediction is a skip; it is asked for when the hand comes to rest, once.
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-peek]");
    if (!form || form.dataset.sent) return;
    form.dataset.sent = "yes";
    form.requestSubmit();
  });

  document.lessonSay = say;
})();
