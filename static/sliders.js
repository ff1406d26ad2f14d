// A slider and its number field in step; the slider says value, unit and, after an answer, the result's sentence.
"use strict";
(() => {
  const stopsOf = (range) => (range.dataset.stops ? range.dataset.stops.split(" ") : null);

  const valueOf = (range) => {
    const stops = stopsOf(range);
    return stops ? stops[Number(range.value)] : range.value;
  };

  const place = (range, text) => {
    const stops = stopsOf(range);
    const value = Number(text);
    if (text === "" || Number.isNaN(value)) return;
    if (!stops) range.value = text;
    else {
      const distances = stops.map((stop) => Math.abs(Number(stop) - value));
      range.value = String(distances.indexOf(Math.min(...distances)));
    }
    name(range, text);
  };

  const name = (range, value, says = "") => {
    const unit = range.dataset.unit ? ` ${range.dataset.unit}` : "";
    range.setAttribute("aria-valuetext", `${value}${unit}${says && ", "}${says}`);
  };

  const rangeOf = (field) => field.id && document.querySelector(`input[data-for="${CSS.escape(field.id)}"]`);

  document.addEventListener("input", (event) => {
    const range = event.target.closest("input[data-for]");
    if (!range) {
      const beside = rangeOf(event.target);
      if (beside) place(beside, event.target.value);
      return;
    }
    const field = document.getElementById(range.dataset.for);
    field.value = valueOf(range);
    name(range, field.value);
    field.dispatchEvent(new CustomEvent("slid", { bubbles: true }));
  });

  document.addEventListener("result-ready", () => {
    const says = document.querySelector("#result .says strong");
    if (!says) return;
    for (const range of document.querySelectorAll("input[data-for]")) {
      name(range, document.getElementById(range.dataset.for).value, says.textContent);
    }
  });
})();
