// The settings form: one request after a rest, the newest answer wins, one sentence said, Back leads to the last press.
"use strict";
(() => {
  const REST = 60;
  const SAY_AFTER = 400;
  const AFTER_PAINT = 50;
  const RUNNING = "Running";
  const status = () => document.getElementById("status");
  let newest = 0;
  let rest;
  let saying;
  let gestureFrom;
  let address = location.pathname + location.search;
  // Where Back leads: the address of the last press.
  let pressed = address;

  const ask = (form) => {
    clearTimeout(rest);
    rest = setTimeout(() => form.dispatchEvent(new CustomEvent("lab-change")), REST);
  };

  // Errors that take the focus are read for that; said here too they would be heard twice.
  const say = (sentence) => {
    clearTimeout(saying);
    saying = setTimeout(() => {
      const isHeard = document.activeElement?.matches(".error-summary") && sentence !== RUNNING;
      const now = isHeard ? "" : sentence;
      if (status().textContent !== now) status().textContent = now;
      if (sentence !== RUNNING) gestureFrom = undefined;
    }, SAY_AFTER);
  };

  document.addEventListener("say", (event) => {
    event.preventDefault();
    clearTimeout(saying);
    status().textContent = event.detail;
  });

  document.addEventListener("slid", (event) => ask(event.target.form));

  document.addEventListener("change", (event) => {
    const field = event.target;
    if (!field.name || !field.form || field.form.id !== "settings") return;
    ask(field.form);
  });

  // Enter in a field is one wish, not a change and a press; a second press while the first is under way is the same one.
  document.addEventListener("submit", (event) => {
    clearTimeout(rest);
    const button = event.submitter;
    if (button && button.getAttribute("aria-disabled") === "true") {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);

  document.addEventListener("htmx:config:request", (event) => {
    const { ctx } = event.detail;
    ctx.order = ++newest;
    ctx.isLive = ctx.sourceEvent?.type === "lab-change";
    if (ctx.isLive) ctx.request.headers["X-Live"] = "1";
    // A drag is one change, told from where it began; a press tells what moved since the one before.
    gestureFrom ||= address;
    ctx.request.headers["X-From"] = new URL(ctx.isLive ? gestureFrom : pressed, location.href).href;
  });

  const busy = (on) => {
    for (const button of document.querySelectorAll("#settings button[type=submit]")) {
      if (on) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
  };

  document.addEventListener("htmx:before:request", (event) => {
    const { ctx } = event.detail;
    if (ctx.request.headers["X-Live"]) return;
    busy(true);
    // A run that is watched says by itself when it starts and ends. Said only when the answer takes long.
    if (!ctx.sourceElement?.closest("[data-own-words]")) say(RUNNING);
  });

  document.addEventListener("htmx:finally:request", () => busy(false));

  // Beside the control that was used last, because the result may be a screen away.
  const tell = (sentence) => {
    const trouble = document.getElementById("trouble");
    trouble.textContent = sentence;
    trouble.hidden = sentence === "";
    if (!sentence) return;
    const used = document.activeElement?.closest("#settings .field, #settings .options, #settings button");
    (used ?? document.getElementById("set")).after(trouble);
    say(sentence);
  };

  const STAYS = "The result shown is still that of the settings beside it. Go Back or Forward again to try once more.";
  const KEPT = "Your settings are kept, and the result shown is still that of the ones before. Press Set to try again.";

  document.addEventListener("htmx:error", () => tell(`The server did not answer. ${KEPT}`));

  const openDetails = () => [...document.querySelectorAll("#result details[open]")].map((each) => each.id);
  let kept = [];

  // An answer that a newer request has overtaken is dropped, and a page of another kind never fills the result.
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx } = event.detail;
    const { status: code } = ctx.response;
    kept = openDetails();
    if (ctx.order !== newest) event.preventDefault();
    else if (code >= 400 && ![409, 422].includes(code)) {
      event.preventDefault();
      const answer = new DOMParser().parseFromString(ctx.text, "text/html");
      const words = [...answer.querySelectorAll("h1, .lead")].map((each) => each.textContent);
      tell(`${words.join(". ") || `The server answered with ${code}.`} ${KEPT}`);
    }
  });

  // Back and Forward between results of this page: the server shows the one that the address names.
  addEventListener("popstate", async () => {
    if (location.pathname + location.search === address) return;
    // To load it while the server is away would lose the page.
    if (!(await fetch(location.href, { method: "HEAD" }).catch(() => false))) return tell(`The server did not answer. ${STAYS}`);
    sessionStorage.setItem("stepped", "yes");
    location.reload();
  });

  // A press of Set is a step to come back to; what follows a moving slider is not.
  const follow = (ctx) => {
    const next = ctx.hx.replaceurl;
    const [last, isMoved, isStep] = [pressed, address !== pressed, !ctx.isLive && next !== pressed];
    if (!next || (next === address && !isStep)) return;
    address = next;
    if (isStep) pressed = next;
    // After the paint, because the browser takes as long to note an address as all else takes until the result is seen.
    setTimeout(() => {
      if (isStep && isMoved) history.replaceState(null, "", last);
      history[isStep ? "pushState" : "replaceState"](null, "", next);
    }, AFTER_PAINT);
  };

  document.addEventListener("htmx:after:swap", (event) => {
    follow(event.detail.ctx);
    tell("");
    for (const id of kept) document.getElementById(id)?.setAttribute("open", "");
    const sentence = document.querySelector("#result [data-announce]");
    if (sentence) say(sentence.textContent);
    for (const field of document.querySelectorAll("[data-query]")) field.value = address.split("?")[1] ?? "";
    document.dispatchEvent(new CustomEvent("result-ready"));
  });

  document.addEventListener("click", (event) => {
    const walk = event.target.closest("a[data-walk]");
    const field = walk && document.getElementById(walk.dataset.walk);
    if (field && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      field.value = walk.dataset.to;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      ask(field.form);
    }
    const link = event.target.closest('a[href^="#"]');
    const details = link && document.getElementById(link.hash.slice(1));
    if (details && details.tagName === "DETAILS") {
      event.preventDefault();
      details.open = true;
      details.querySelector("summary").focus();
    }
  });
})();
