// What was typed and not sent yet outlives the swap of its item and a reload: in this tab alone, until it is sent.
"use strict";
(() => {
  // Moving the control of a try is sent at once; nothing of it waits.
  const FORMS = ".item form[data-hx-post]:not([data-peek])";
  let sent;
  let held = {};

  // Where a browser keeps nothing for pages, a reload forgets, as it would without this.
  const store = (() => {
    try {
      return window.sessionStorage;
    } catch {
      return null;
    }
  })();

  const nameOf = (form) => `typed ${form.getAttribute("action")} ${form.elements.step.value}`;
  // The same words belong to another asking once something is stored, or with other numbers.
  const askedOf = (form) => `${form.elements.key.value} ${form.elements.draw?.value ?? ""}`;
  const isPick = (field) => field.matches("[type=radio], [type=checkbox]");
  const fieldsOf = (form) => [...form.elements].filter((field) => field.id && field.matches("input, textarea, select"));
  const now = (field) => (isPick(field) ? field.checked : field.value);
  const before = (field) => {
    if (isPick(field)) return field.defaultChecked;
    if (!field.matches("select")) return field.defaultValue;
    return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0]).value;
  };
  const typedIn = (form, isAll) =>
    Object.fromEntries(fieldsOf(form).filter((field) => isAll || now(field) !== before(field)).map((field) => [field.id, now(field)]));

  const keep = (form, isAll = false) => {
    const typed = typedIn(form, isAll);
    try {
      if (Object.keys(typed).length) store?.setItem(nameOf(form), JSON.stringify({ asked: askedOf(form), typed }));
      else store?.removeItem(nameOf(form));
    } catch {
      // Full: what is typed is still on the page.
    }
  };

  const give = (typed) => {
    for (const [id, value] of Object.entries(typed)) {
      const field = document.getElementById(id);
      if (!field || now(field) !== before(field)) continue;
      if (isPick(field)) field.checked = value;
      else field.value = value;
    }
  };

  const forms = () => [...document.querySelectorAll(FORMS)];

  for (const form of forms()) {
    const kept = JSON.parse(store?.getItem(nameOf(form)) ?? "null");
    if (kept?.asked === askedOf(form)) give(kept.typed);
  }

  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, ({ target }) => {
      const form = target.closest(FORMS);
      if (form) keep(form);
    });
  }

  document.addEventListener("submit", ({ target, submitter }) => {
    if (target.matches(FORMS)) sent = { name: nameOf(target), wish: submitter?.value };
  }, true);

  document.addEventListener("htmx:before:swap", () => {
    held = Object.assign({}, ...forms().filter((form) => nameOf(form) !== sent?.name).map((form) => typedIn(form)));
  });

  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    give(held);
    // A hint and a refusal bring back what was typed, as if it had been there before.
    const isBack = sent?.wish === "hint" || ctx.response?.status === 422;
    // An answer that is given once leaves no form behind.
    if (sent && !isBack) store?.removeItem(sent.name);
    for (const form of forms()) keep(form, isBack && nameOf(form) === sent?.name);
    sent = undefined;
  });
})();
