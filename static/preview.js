// Preview only: waits for the next version of the course, then puts the new text in place; scroll and typed answers stay.
"use strict";
(() => {
  const AGAIN = 1000;
  let version = "";

  const typed = () => [...document.querySelectorAll("main input[id], main textarea[id], main select[id]")]
    .filter((field) => field.type !== "hidden")
    .map((field) => [field.id, field.value, field.checked]);

  const restore = (fields) => {
    for (const [id, value, checked] of fields) {
      const field = document.getElementById(id);
      if (!field || field.type === "hidden") continue;
      if (field.type === "radio" || field.type === "checkbox") field.checked = checked;
      else field.value = value;
    }
  };

  const renew = async () => {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [before, fields, focus] = [scrollY, typed(), document.activeElement && document.activeElement.id];
    const main = document.getElementById("main");
    main.innerHTML = page.getElementById("main").innerHTML;
    document.title = page.title;
    window.htmx.process(main);
    restore(fields);
    if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
    scrollTo(0, before);
  };

  const wait = async () => {
    try {
      const answer = await fetch(`/preview/version?since=${version}`);
      const now = await answer.text();
      if (version && now !== version) await renew();
      version = now;
    } catch {
      // The preview was stopped or is starting again.
      await new Promise((resolve) => { setTimeout(resolve, AGAIN); });
    }
    wait();
  };
  wait();
})();
