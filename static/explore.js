// Explore points: a slider under each figure steps through the rows of its table and marks the same row in the picture.
"use strict";
(() => {
  const columns = matchMedia("(min-width: 60rem)");
  // "54, Total 21.56 GB, fits yes": a number is named and has its unit, a word speaks for itself.
  const rowWords = (table, row) => {
    const heads = [...table.querySelectorAll("thead th")];
    const words = [...row.cells].map((cell, place) => {
      const { label, unit } = heads[place].dataset;
      const number = cell.querySelector("data");
      const text = (number ?? cell).textContent.replace(/[ \n\t]+/g, " ").trim();
      return [label, text, number ? unit : ""].filter(Boolean).join(" ");
    });
    return words.filter(Boolean).join(", ");
  };

  const mark = (figure, place) => {
    for (const each of figure.querySelectorAll(".explored")) each.classList.remove("explored");
    for (const each of figure.querySelectorAll(`[data-row="${place}"]`)) each.classList.add("explored");
  };

  const build = (figure) => {
    const table = document.querySelector(`table[data-table="${CSS.escape(figure.dataset.table)}"]`);
    const rows = table ? [...table.tBodies[0].rows] : [];
    if (rows.length < 2) return;
    const id = `explore-${figure.dataset.figure}`;
    const box = document.createElement("div");
    box.className = "explore";
    const label = document.createElement("label");
    label.htmlFor = id;
    label.textContent = `Explore points: ${figure.dataset.title}`;
    const range = document.createElement("input");
    Object.assign(range, { type: "range", id, min: "0", max: String(rows.length - 1), step: "1" });
    const now = rows.findIndex((row) => row.classList.contains("now"));
    range.value = String(Math.max(now, 0));
    range.dataset.explore = figure.dataset.figure;
    // The slider says its point while it is explored. An output would be a status: some readers speak it at each change
    // of the result, before the answer.
    const shown = document.createElement("p");
    shown.className = "point";
    const show = () => {
      const words = rowWords(table, rows[Number(range.value)]);
      range.setAttribute("aria-valuetext", words);
      shown.textContent = words;
      figure.dataset.explored = range.value;
      mark(figure, range.value);
    };
    range.addEventListener("input", show);
    figure.addEventListener("point-at", (event) => { range.value = String(event.detail); show(); });
    box.append(label, range, shown);
    // Beside its picture where the settings stand beside them too; on a phone it must not part the settings from it.
    if (columns.matches) figure.append(box);
    else table.closest(".scroller").before(box);
    const words = rowWords(table, rows[Number(range.value)]);
    range.setAttribute("aria-valuetext", words);
    shown.textContent = words;
  };

  const ready = () => document.querySelectorAll("#result figure[data-figure]").forEach(build);
  // A picture that comes late shows the point that is explored.
  const again = () => {
    for (const figure of document.querySelectorAll("figure[data-explored]")) mark(figure, figure.dataset.explored);
  };
  document.addEventListener("result-ready", ready);
  document.addEventListener("later-ready", again);
  ready();
})();
