// The sweep that came with the answer: the slider moves sentence, marker, row and facts in one frame, with no request.
// A figure whose shape changes is fetched when the hand rests.
"use strict";
(() => {
  const REST = 150;
  let rest;

  const formOf = (node) => node.closest("form[data-sweep]");
  const fieldOf = (form) => form.querySelector("input[type=text], select");
  const rowsOf = (id, table = "sweep") => [...document.querySelectorAll(`table[data-table="${CSS.escape(id)}-${table}"] tbody tr`)];

  // The picture's own table may have other rows; the one of the same value, or the nearest, is the row of now.
  const rowOfCurve = (rows, at) => {
    const away = rows.map((row) => Math.abs(Number(row.cells[0].querySelector("data")?.value) - Number(at)));
    return rows[away.indexOf(Math.min(...away))];
  };

  const nearest = (rows, text) => {
    const exact = rows.find((row) => row.dataset.at === text);
    if (exact || text.trim() === "" || Number.isNaN(Number(text))) return exact;
    const away = rows.map((row) => Math.abs(Number(row.dataset.at) - Number(text)));
    return rows[away.indexOf(Math.min(...away))];
  };

  const markRow = (rows, row) => {
    for (const each of rows) {
      if (each === row || !each.classList.contains("now")) continue;
      each.classList.remove("now");
      each.querySelector(".now-word").remove();
    }
    if (!row || row.classList.contains("now")) return;
    row.classList.add("now");
    const word = document.createElement("span");
    word.className = "now-word";
    word.textContent = "now";
    row.cells[0].append(" ", word);
  };

  const markFigure = (id, row, place) => {
    for (const size of ["wide", "narrow"]) {
      const marker = document.querySelector(`figure[data-figure="${CSS.escape(id)}-sweep"] svg.${size} g.now`);
      if (!marker || row.dataset[size] === undefined) continue;
      marker.setAttribute("transform", `translate(${row.dataset[size]} 0)`);
      marker.dataset.row = String(place);
    }
  };

  const fetchShape = (id, at) => {
    const box = document.getElementById(`${id}-shape`);
    if (!box || !box.dataset.shape) return;
    clearTimeout(rest);
    // The sentence of the value is said already, so that the request for its picture says nothing.
    const asked = new URLSearchParams({ [`${id}.at`]: at });
    rest = setTimeout(() => window.htmx.ajax("GET", `${box.dataset.shape}?${asked}`, { target: box, swap: "innerHTML", headers: { "X-Live": "1" } }), REST);
  };

  const show = (form, isTyped) => {
    const id = form.dataset.sweep;
    const field = fieldOf(form);
    const rows = rowsOf(id);
    const row = nearest(rows, field.value);
    if (!row) return;
    const range = form.querySelector("input[type=range]");
    // At once, because by the next frame the hand may have moved the slider on.
    if (range && isTyped) range.value = String(rows.indexOf(row));
    requestAnimationFrame(() => {
      const says = row.cells[row.cells.length - 1].textContent;
      document.getElementById(`${id}-says`).firstElementChild.textContent = says;
      markRow(rows, row);
      const curve = rowsOf(id, "curve");
      const own = curve.length ? rowOfCurve(curve, row.dataset.at) : row;
      if (curve.length) markRow(curve, own);
      markFigure(id, row, (curve.length ? curve : rows).indexOf(own));
      if (range) {
        const unit = range.dataset.unit ? ` ${range.dataset.unit}` : "";
        range.setAttribute("aria-valuetext", `${row.dataset.at}${unit}, ${says}`);
      }
      document.getElementById(`${id}-because`).textContent = `Because ${row.dataset.because}.`;
      const head = row.closest("table").querySelectorAll("thead th")[1].dataset;
      const fact = [head.label, row.cells[1].textContent.trim(), head.unit].filter(Boolean).join(" ");
      document.getElementById(`${id}-change`).textContent = `${row.dataset.word[0].toUpperCase()}${row.dataset.word.slice(1)}: ${fact}.`;
      document.lessonSay(says);
    });
    fetchShape(id, row.dataset.at);
  };

  document.addEventListener("input", (event) => {
    const form = formOf(event.target);
    if (form) show(form, event.target.type === "text");
  });

  // Set shows what is typed, snapped to a value of the sweep, without leaving the page.
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-sweep]");
    if (!form) return;
    event.preventDefault();
    const field = fieldOf(form);
    const row = nearest(rowsOf(form.dataset.sweep), field.value);
    if (row) field.value = row.dataset.at;
    show(form, true);
  });
})();
