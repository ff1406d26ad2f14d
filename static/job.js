// A run apart: its bar and its words follow a stream of events, or ask again when no stream is free; at the end the result
// takes its place. Begin and end are said aloud, and between them what is finished already, at most each five seconds.
"use strict";
(() => {
  const POLL = 1000;
  const POLL_HIDDEN = 5000;
  const SAY_EVERY = 5000;
  // The last part comes just before the result, which says it too.
  const LAST_PART = 1000;
  const LAST = ["result", "failed", "cancelled", "lost", "ended"];
  let source;
  let timer;
  let seen = 0;
  let followed;
  // Sentences of finished parts that were not said yet, and when anything was said last.
  let unsaid = [];
  let saying;
  let saidAt = 0;
  let waiting;

  const box = () => document.querySelector("#job[data-events]");

  const stop = () => {
    source?.close();
    source = undefined;
    clearTimeout(timer);
    clearTimeout(saying);
    clearTimeout(waiting);
    unsaid = [];
    followed = undefined;
  };

  // Where the settings form speaks it takes the words, so that an older sentence that still waits is not said after them.
  const say = (words) => {
    saidAt = performance.now();
    const isTaken = !document.dispatchEvent(new CustomEvent("say", { detail: words, cancelable: true }));
    if (!isTaken) document.getElementById("status").textContent = words;
  };

  const show = (node, name, data) => {
    const bar = node.querySelector("progress");
    // A run that can be watched says by itself when it starts, and when it starts again.
    const isWatched = Boolean(document.getElementById("run"));
    if (data.try) clearParts(node);
    if (data.total) {
      bar.max = data.total;
      bar.value = data.done;
    }
    const says = node.querySelector("#job-says strong");
    const sentence = `${data.words}${/[.!?]$/.test(data.words) ? "" : "."}`;
    // A run that was interrupted goes back into the queue. That is shown at once, and said when it lasts.
    const stands = name === "queued" || data.again ? node.dataset.waiting : node.dataset.running;
    if (says.textContent !== stands) {
      says.textContent = stands;
      if (stands === node.dataset.running && !isWatched) say(data.interrupted || stands);
    }
    if (data.again && !isWatched) waiting = setTimeout(() => say(sentence), SAY_EVERY);
    if (data.interrupted) {
      clearTimeout(waiting);
      Object.assign(node.querySelector("#job-interrupted"), { hidden: false, textContent: data.interrupted });
    }
    const words = node.querySelector("#job-words");
    if (words.textContent !== sentence) words.textContent = sentence;
  };

  // Each part is said once: at once, or together with others as soon as five seconds have passed.
  const sayParts = () => {
    clearTimeout(saying);
    if (unsaid.length) say(unsaid.join(" "));
    unsaid = [];
  };

  const addPart = (node, says) => {
    const list = node.querySelector("#job-parts");
    if (!list) return;
    list.hidden = false;
    list.append(Object.assign(document.createElement("li"), { textContent: says }));
    unsaid.push(says);
    clearTimeout(saying);
    saying = setTimeout(sayParts, Math.max(LAST_PART, saidAt + SAY_EVERY - performance.now()));
  };

  // A try that begins again has no part yet.
  const clearParts = (node) => {
    const list = node.querySelector("#job-parts");
    if (list) Object.assign(list, { hidden: true, textContent: "" });
    unsaid = [];
  };

  // What is not said yet is said now; else where the run stands.
  document.addEventListener("click", ({ target }) => {
    if (target.id !== "job-step") return;
    if (unsaid.length) sayParts();
    else say(document.getElementById("job-words").textContent);
  });

  const end = async (node) => {
    stop();
    const { address, region } = node.dataset;
    await window.htmx.ajax("GET", address, { target: `#${region}`, swap: "innerHTML", headers: { "X-Live": "1", "HX-Target": `section#${region}` } });
  };

  // A page of a measured lab listens to job-event for what its rounds tell.
  const heard = (node, name, data, id) => {
    if (id) seen = Number(id);
    node.dispatchEvent(new CustomEvent("job-event", { bubbles: true, detail: { name, data, id: seen } }));
    if (!node.isConnected) stop();
    else if (LAST.includes(name)) end(node);
    else if (name === "part") addPart(node, data.says);
    else if (data.words) show(node, name, data);
  };

  // The next question only after the last answer, and rarely while nobody looks.
  const poll = async (node) => {
    try {
      const answer = await fetch(`${node.dataset.events}.json?after=${seen}`);
      if (followed !== node) return;
      if (answer.status === 404) end(node);
      if (!answer.ok) throw new Error(`the run could not be followed: ${answer.status}`);
      const told = await answer.json();
      for (const { id, name, data } of told.events) {
        heard(node, name, data, id);
        if (followed !== node) return;
      }
      if (!["queued", "running"].includes(told.state)) return void end(node);
      if (told.state === "queued") show(node, "queued", told);
    } catch {
      // The server is away for a moment; it is asked again.
    }
    if (followed === node) timer = setTimeout(() => poll(node), document.hidden ? POLL_HIDDEN : POLL);
  };

  const follow = () => {
    const node = box();
    if (node === followed) return;
    stop();
    if (!node) return;
    followed = node;
    node.querySelector("#job-again").hidden = true;
    node.querySelector("#job-step")?.removeAttribute("hidden");
    seen = Number(node.dataset.after);
    saidAt = performance.now();
    source = new EventSource(`${node.dataset.events}?after=${seen}`);
    for (const name of ["progress", "queued", "round", "plain", "part", ...LAST]) {
      source.addEventListener(name, (event) => heard(node, name, JSON.parse(event.data), event.lastEventId));
    }
    source.addEventListener("error", () => {
      // Closed for good: the server has no stream to spare. Otherwise the browser comes again by itself.
      if (source?.readyState === EventSource.CLOSED) poll(node);
    });
  };

  // A run that ends by itself leaves the focus where it is, as long as that control is still there. A button that goes, or
  // that was pressed to end the run, gives it to the sentence that took its place.
  let held;
  document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
    const here = document.activeElement?.closest("#job, .run-live") && document.activeElement;
    const isPressed = ctx.sourceElement?.matches?.("form");
    held = here && { region: here.closest("[data-region]").dataset.region, id: isPressed ? "" : here.id };
  });
  document.addEventListener("result-ready", () => {
    if (held?.id) document.getElementById(held.id)?.focus();
    const says = held && document.querySelector(`#${held.region} .says`);
    if (says && !document.activeElement?.closest(`#${held.region}`)) {
      says.tabIndex = -1;
      says.focus();
    }
    held = undefined;
    follow();
  });
  addEventListener("pagehide", stop);
  addEventListener("pageshow", follow);
  follow();
})();
