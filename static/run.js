// A run of a model to watch: its rounds come with the events of its job; Step, Run and Stop show them at the reader's own
// pace. Token text is never announced: one status says start, each 5 s how many tokens, and the end.
"use strict";
(() => {
  const SAY_EVERY = 5000;
  const PLAY_EVERY = 500;
  // How many rounds are shown; all of them while nothing holds them back.
  let shown = Infinity;
  let isWatched = false;
  let isStopped = false;
  let isSame = false;
  let isAgain = false;
  let list;
  let playing;
  let waiting;
  let saidAt = 0;

  const get = (id) => document.getElementById(id);
  // All rounds that are known, also those that are held back: what is not shown is not in the page.
  let lines = [];
  let rows = [];
  const isRunning = () => Boolean(document.querySelector("#run[data-running]"));
  const written = () => Number(lines[Math.min(shown, lines.length) - 1]?.dataset.written || 0);

  const say = (words) => {
    // The page's one status is heard, the line above the run is seen. What the page had still to say is past by now.
    document.dispatchEvent(new CustomEvent("say", { detail: words, cancelable: true }));
    for (const id of ["status", "run-status"]) if (get(id).textContent !== words) get(id).textContent = words;
    saidAt = performance.now();
  };

  const fit = () => {
    get("run-text")?.replaceChildren(...lines.slice(0, shown));
    document.querySelector("#run-rounds tbody")?.replaceChildren(...rows.slice(0, shown));
    const beside = document.querySelector("#run .beside");
    if (beside) beside.hidden = shown < lines.length;
  };

  const halt = () => {
    clearInterval(playing);
    playing = undefined;
  };

  const step = () => {
    halt();
    if (shown === Infinity) shown = isRunning() ? lines.length : 0;
    if (shown >= lines.length) {
      return void say(isRunning() ? `Held after round ${shown}; the next one is not there yet.` : get("run").dataset.verdict);
    }
    shown += 1;
    fit();
    say(lines[shown - 1].dataset.says);
  };

  const turn = () => {
    shown += 1;
    fit();
    if (shown >= lines.length) {
      halt();
      shown = Infinity;
      say(`${get("run").dataset.verdict}.`);
    } else if (performance.now() - saidAt > SAY_EVERY) say(`${written()} tokens`);
  };

  const play = () => {
    if (isRunning()) {
      shown = Infinity;
      fit();
      return void say(`Following again, ${written()} tokens.`);
    }
    halt();
    if (shown >= lines.length) shown = 0;
    say("Started, slower than it was written.");
    playing = setInterval(turn, PLAY_EVERY);
    turn();
  };

  const stop = () => {
    if (playing === undefined && !isRunning()) return void say("Nothing runs.");
    halt();
    shown = Math.min(shown, lines.length);
    say(`Stopped after ${written()} tokens.`);
  };

  const add = (data) => {
    const line = document.createElement("li");
    Object.assign(line.dataset, { round: data.n, written: data.written, says: data.says });
    line.append(Object.assign(document.createElement("span"), { className: "n", textContent: data.n }));
    for (const [state, text] of data.tiles) {
      const tile = Object.assign(document.createElement("span"), { className: "tile" });
      tile.dataset.state = state;
      const mark = document.querySelector(`#run-marks [data-state="${state}"] .mark`).cloneNode(true);
      const spoken = Object.assign(document.createElement("span"), { className: "for-the-ear", textContent: `, ${state}` });
      tile.append(mark, code(text), spoken);
      line.append(" ", tile);
    }
    lines.push(line);
    addRow(data.cells);
  };

  const code = (text) => {
    const made = Object.assign(document.createElement("code"), { lang: get("run-text").dataset.lang, textContent: text });
    made.dataset.piece = "";
    return made;
  };

  const addRow = (cells) => {
    const row = document.createElement("tr");
    const heads = [...document.querySelectorAll("#run-rounds thead th")];
    cells.forEach((text, place) => {
      const cell = document.createElement(place ? "td" : "th");
      if (!place) cell.scope = "row";
      const { column } = heads[place].dataset;
      cell.className = column === "interpretation" ? "w" : heads[place].className;
      cell.append(column === "text" ? code(text) : text);
      row.append(cell);
    });
    rows.push(row);
  };

  const begin = (prompt) => {
    clearTimeout(waiting);
    [lines, rows] = [[], []];
    fit();
    for (const id of ["run-drafted", "run-plain"]) get(id).textContent = "";
    document.querySelector("#run-prompt .written").textContent = prompt;
    if (!isStopped && !isAgain) say("Started.");
  };

  const hear = {
    queued: ({ words }) => {
      clearTimeout(waiting);
      waiting = setTimeout(() => { if (!isStopped) say(words); }, Math.max(0, saidAt + SAY_EVERY - performance.now()));
    },
    progress: (data) => {
      if (data.again) saidAt = performance.now(); // that it waits to begin again is said only when it lasts
      if (data.try) isAgain = Boolean(data.interrupted);
      if (data.interrupted && !isStopped) say(data.interrupted);
      if (data.prompt !== undefined) begin(data.prompt);
    },
    plain: (data) => { get("run-plain").append(data.text); },
    round: (data) => {
      add(data);
      get("run-drafted").append(data.text);
      fit();
      if (!isStopped && shown === Infinity && performance.now() - saidAt > SAY_EVERY) say(`${data.written} tokens`);
    },
  };

  document.addEventListener("job-event", ({ detail: { name, data } }) => {
    if (!get("run")) return;
    isWatched = true;
    hear[name]?.(data);
  });

  // The words of the run are said by its own status, so that nothing is said twice.
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    const job = get("job");
    // Whoever asks for other settings has left the run.
    if (ctx.sourceElement?.matches?.("[data-live]")) isWatched = false;
    if (!isWatched && !(job && get("run"))) return;
    isSame = isWatched;
    for (const each of document.querySelectorAll("[data-announce]")) each.removeAttribute("data-announce");
    if (!isWatched || job?.dataset.events || !(job || get("run"))) return;
    isWatched = false;
    if (!isStopped) say(job ? get("job-says").textContent : `${get("run").dataset.verdict}.`);
  }, true);

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.submitter?.id === "run-stop") {
      stop();
      isStopped = true;
    } else if (form.matches("[data-own-words]")) {
      shown = Infinity;
      isStopped = false;
      saidAt = performance.now();
    }
  }, true);

  document.addEventListener("click", ({ target }) => {
    const button = target.closest("#run-step, #run-play, button[type=button]#run-stop");
    if (button) ({ "run-step": step, "run-play": play, "run-stop": stop })[button.id]();
  });

  // A swap elsewhere on the page leaves the run as it is; the end of a run leaves what is shown of it.
  const ready = () => {
    if (get("run-text") === list) return;
    halt();
    list = get("run-text");
    for (const button of document.querySelectorAll("#run .run-buttons button")) button.hidden = false;
    lines = [...document.querySelectorAll("#run-text > li")];
    rows = [...document.querySelectorAll("#run-rounds tbody tr")];
    if (!isSame) shown = Infinity;
    isSame = false;
    fit();
  };
  document.addEventListener("result-ready", ready, true); // before job.js gives the focus back, which no hidden button takes
  ready();
})();
