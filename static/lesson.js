// A screen of a lesson: slider and field in step, answers swapped in place with one sentence said, trouble told.
"use strict";
(() => {
  const REST = 60;
  const SAY_AFTER = 400;
  const PEEK_REST = 300;
  let rest;
  let saying;

  const status = () => document.getElementById("status");

  // What takes the focus is read for that; said here too it would be heard twice.
  const say = (words, source) => {
    clearTimeout(saying);
    saying = setTimeout(() => {
      const now = source && source === document.activeElement ? "" : words;
      if (status().textContent !== now) status().textContent = now;
    }, SAY_AFTER);
  };

  // What a run says at once takes the place of what was still to be said.
  document.addEventListener("say", (event) => {
    event.preventDefault();
    clearTimeout(saying);
    status().textContent = event.detail;
  });

  const tidy = (node) => node.textContent.replace(/\s+/g, " ").trim();

  const tell = (words) => {
    const trouble = document.getElementById("trouble");
    trouble.textContent = words;
    trouble.hidden = words === "";
    if (words) say(words);
  };

  const stopsOf = (range) => (range.dataset.stops ? range.dataset.stops.split(" ") : null);

  const name = (range, value) => {
    range.setAttribute("aria-valuetext", range.dataset.unit ? `${value} ${range.dataset.unit}` : value);
  };

  const ask = (form) => {
    clearTimeout(rest);
    rest = setTimeout(() => form.dispatchEvent(new CustomEvent("lab-change")), REST);
  };

  // The handle goes to the stop nearest to what is typed.
  const place = (range, text) => {
    const value = Number(text);
    if (text.trim() === "" || Number.isNaN(value)) return;
    const away = stopsOf(range)?.map((stop) => Math.abs(Number(stop) - value));
    range.value = away ? String(away.indexOf(Math.min(...away))) : text;
    name(range, text);
  };

  document.addEventListener("input", ({ target }) => {
    const range = target.closest("input[data-for]");
    if (!range) {
      const beside = target.id && document.querySelector(`input[data-for="${CSS.escape(target.id)}"]`);
      if (beside) place(beside, target.value);
      return;
    }
    const field = document.getElementById(range.dataset.for);
    const stops = stopsOf(range);
    field.value = stops ? stops[Number(range.value)] : range.value;
    name(range, field.value);
    if (!field.form.matches("[data-lab]")) return;
    ask(field.form);
  });

  // Moving the control before a prediction is a skip; it is asked for when the hand comes to rest, once.
  document.addEventListener("change", ({ target }) => {
    const form = target.closest("form");
    if (form?.matches("[data-lab]") && !target.matches("[data-for]")) ask(form);
    if (!form?.matches("[data-peek]") || form.dataset.sent) return;
    clearTimeout(rest);
    rest = setTimeout(() => {
      form.dataset.sent = "yes";
      form.requestSubmit();
    }, PEEK_REST);
  });

  // Enter in a field is one wish, not a change and a press.
  document.addEventListener("submit", () => clearTimeout(rest), true);

  // A step sets the field of the lab's own form, which asks for the result; without JavaScript the button sends itself.
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-walk]");
    const field = button && document.getElementById(button.dataset.walk);
    if (!field) return;
    event.preventDefault();
    if (button.getAttribute("aria-disabled") === "true") return;
    field.value = button.value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.form.dispatchEvent(new CustomEvent("lab-change"));
  });

  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    ctx.isLive = ctx.sourceEvent?.type === "lab-change";
    if (ctx.isLive) ctx.request.headers["X-Live"] = "1";
  });

  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    // A run that is watched says by itself when it starts and ends, and the end of a run apart is told by its result.
    const isOwn = ctx.sourceElement?.closest("[data-own-words]") || (ctx.request.headers["X-Live"] && !ctx.isLive);
    // Said when the answer takes long, and once however many keys ask for it.
    if (!isOwn) say("Running");
  });

  document.addEventListener("htmx:error", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
    tell("The server did not answer, so nothing was stored. What you typed is still here; send it again.");
  });

  // The hand may have gone on while the first move was asked for; it stays where it is.
  let hand;
  const keepHand = () => {
    const range = document.querySelector("form[data-sent] input[type=range]");
    hand = range && [range.id, range.value];
  };
  const giveBack = () => {
    const range = hand && document.getElementById(hand[0]);
    if (!range || range.value === hand[1]) return;
    [, range.value] = hand;
    range.dispatchEvent(new Event("input", { bubbles: true }));
  };

  document.addEventListener("htmx:before:swap", (event) => {
    keepHand();
    const { status } = event.detail.ctx.response;
    if (status < 400 || status === 422) return;
    event.preventDefault();
    const page = new DOMParser().parseFromString(event.detail.ctx.text, "text/html");
    const words = [...page.querySelectorAll("h1, .lead")].map(tidy).join(". ");
    tell(words || `The server answered with ${status}. What you typed is still here.`);
  });

  // A round that is begun is found without its wish in the address; with it a reload would ask for the next one.
  const leaveRound = () => {
    const address = new URL(location.href);
    if (!address.searchParams.has("again")) return;
    address.searchParams.delete("again");
    history.replaceState(history.state, "", address);
  };

  // What was pressed may be gone for good: then the focus goes to what came of it, else to the screen's heading.
  const keepFocus = (now) => {
    const held = document.activeElement;
    if (held && held !== document.body && held.isConnected) return;
    const next = now.querySelector("[data-announce]") ?? now.querySelector(".verdict") ?? document.querySelector("h1");
    if (!next.hasAttribute("tabindex")) next.tabIndex = -1;
    next.focus();
  };

  // The pressed button may be gone with its form; what was swapped keeps its id.
  document.addEventListener("htmx:after:swap", (event) => {
    // An answer that goes elsewhere names its place by a selector.
    const { target: asked } = event.detail.ctx;
    const target = typeof asked === "string" ? document.querySelector(asked) : asked;
    tell("");
    giveBack();
    // One button of a screen is filled: that of the first item that waits.
    document.querySelector("[data-waits]")?.classList.remove("quiet");
    const now = target?.id && document.getElementById(target.id);
    if (!now || !now.matches(".item, section.parts, .bench")) return;
    keepFocus(now);
    // Only the newest answer says how the round stands.
    for (const old of document.querySelectorAll("[data-count]")) if (!now.contains(old)) old.remove();
    leaveRound();
    const error = now.querySelector("[role=alert]");
    document.title = document.title.replace(/^(Error: )?/, error ? "Error: " : "");
    const sentence = now.querySelector("[data-announce]");
    if (error?.parentElement === document.activeElement) say("");
    else say(sentence ? tidy(sentence) : "", sentence);
    document.dispatchEvent(new CustomEvent("result-ready"));
  });

  document.lessonSay = say;
})();
