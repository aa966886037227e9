/* What every page does: the evidence panel, the way to the search, the choice of colours.
   All of it adds to links that work without a script. No text becomes markup: nodes are copied or filled with text. */
"use strict";

/* Colours: the button goes round as the system, light, dark. */
(() => {
  const button = document.querySelector(".theme");
  const order = ["auto", "light", "dark"];
  const show = () => {
    button.querySelector(".unseen").textContent = button.dataset[lineproofTheme.chosen];
    button.title = button.dataset[lineproofTheme.chosen];
  };
  button.addEventListener("click", () => {
    lineproofTheme.choose(order[(order.indexOf(lineproofTheme.chosen) + 1) % order.length]);
    show();
  });
  button.hidden = false;
  show();
})();

/* Search: the form of every page leads to the page of the search. */
(() => {
  const form = document.querySelector(".find");
  if (!form) return;
  form.hidden = document.getElementById("seek") !== null;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    location.assign(form.dataset.to + "#q=" + encodeURIComponent(form.elements.q.value));
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    (document.getElementById("seek") || form.elements.q).focus();
  });
})();

/* Evidence: the panel shows a copy of the note that a mark leads to: on hover and focus beside it, on click to stay. */
(() => {
  const panel = document.getElementById("panel");
  const body = panel.querySelector(".panel-body");
  const GAP = 8;
  let current = null;
  let pinned = false;
  let silent = false;
  let timer = 0;

  const later = (action, wait) => {
    clearTimeout(timer);
    timer = setTimeout(action, wait);
  };

  function fill(mark) {
    const note = document.getElementById(mark.getAttribute("href").slice(1));
    if (!note) return false;
    const copy = note.cloneNode(true);
    for (const node of copy.querySelectorAll("[id]")) node.removeAttribute("id");
    body.replaceChildren(...copy.childNodes);
    body.scrollTop = 0;
    panel.setAttribute("aria-label", mark.getAttribute("aria-label"));
    return true;
  }

  function place(mark) {
    const at = mark.getBoundingClientRect();
    const wide = document.documentElement.clientWidth;
    panel.classList.toggle("sheet", wide < 640);
    if (wide < 640) {
      panel.style.left = panel.style.top = "";
      return;
    }
    const own = panel.getBoundingClientRect();
    const below = at.bottom + GAP + own.height <= innerHeight || at.top < own.height + GAP;
    const left = Math.min(Math.max(GAP, at.left - 40), wide - own.width - GAP);
    panel.style.left = left + scrollX + "px";
    panel.style.top = (below ? at.bottom + GAP : at.top - own.height - GAP) + scrollY + "px";
  }

  function open(mark, stay) {
    clearTimeout(timer);
    if (current !== mark) {
      if (!fill(mark)) return;
      if (current) current.removeAttribute("aria-expanded");
      current = mark;
      pinned = false;
    }
    pinned = pinned || stay;
    panel.hidden = false;
    panel.classList.toggle("pinned", pinned);
    mark.setAttribute("aria-expanded", "true");
    place(mark);
    if (stay) panel.focus({ preventScroll: true });
  }

  function close(back) {
    clearTimeout(timer);
    if (!current) return;
    const mark = current;
    const within = panel.contains(document.activeElement);
    current.removeAttribute("aria-expanded");
    current = null;
    pinned = false;
    panel.hidden = true;
    if (!back || !within) return;
    silent = true;
    mark.focus({ preventScroll: true });
    silent = false;
  }

  const markOf = (event) => (event.target instanceof Element ? event.target.closest(".mark[href]") : null);

  document.addEventListener("pointerover", (event) => {
    const mark = markOf(event);
    if (event.pointerType !== "mouse" || pinned) return;
    if (mark) later(() => open(mark, false), 120);
    else if (panel.contains(event.target)) clearTimeout(timer);
    else if (current && document.activeElement !== current) later(() => close(false), 300);
    else if (!current) clearTimeout(timer);
  });
  document.addEventListener("focusin", (event) => {
    const mark = markOf(event);
    if (mark && !silent) open(mark, false);
    else if (!mark && !panel.contains(event.target)) close(false);
  });
  document.addEventListener("click", (event) => {
    const mark = markOf(event);
    if (mark && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      open(mark, true);
    } else if (!panel.contains(event.target)) close(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && current) close(true);
  });
  panel.querySelector(".panel-close").addEventListener("click", () => close(true));
  addEventListener("resize", () => {
    if (current) place(current);
  });
  for (const mark of document.querySelectorAll(".mark[href]")) mark.setAttribute("aria-haspopup", "dialog");
})();
