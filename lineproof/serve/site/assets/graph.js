/* The drawing of pages: one stop of the Tab key, arrow keys to the next page in their direction, neighbours lit up, two sizes of zoom. */
"use strict";
(() => {
  const drawing = document.getElementById("graph");
  if (!drawing) return;
  const nodes = [...drawing.querySelectorAll(".node")];
  const threads = [...drawing.querySelectorAll("line")];
  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const at = (node) => [Number(node.dataset.x), Number(node.dataset.y)];

  function light(node) {
    const near = new Set(node ? [nodes.indexOf(node), ...node.dataset.near.split(" ").filter(Boolean).map(Number)] : []);
    drawing.classList.toggle("lit", Boolean(node));
    nodes.forEach((other, position) => other.classList.toggle("near", near.has(position)));
    const own = node ? String(nodes.indexOf(node)) : "";
    for (const thread of threads) thread.classList.toggle("near", Boolean(node) && thread.dataset.ends.split(" ").includes(own));
  }

  /* The nearest node in a direction; what lies aside counts double. */
  function next(node, [right, down]) {
    const [x, y] = at(node);
    let best = null;
    let least = Infinity;
    for (const other of nodes) {
      const [dx, dy] = [at(other)[0] - x, at(other)[1] - y];
      const along = dx * right + dy * down;
      const cost = along + 2 * Math.abs(dx * down + dy * right);
      if (along > 0 && cost < least) [best, least] = [other, cost];
    }
    return best;
  }

  function stop(node) {
    for (const other of nodes) other.setAttribute("tabindex", other === node ? "0" : "-1");
  }

  drawing.addEventListener("keydown", (event) => {
    const node = event.target.closest(".node");
    if (!node || !WAYS[event.key]) return;
    event.preventDefault();
    const other = next(node, WAYS[event.key]);
    if (!other) return;
    stop(other);
    other.focus();
  });
  for (const node of nodes) {
    node.addEventListener("focus", () => {
      stop(node);
      light(node);
    });
    node.addEventListener("blur", () => light(null));
    node.addEventListener("pointerenter", () => light(node));
    node.addEventListener("pointerleave", () => light(nodes.includes(document.activeElement) ? document.activeElement : null));
  }
  stop(nodes[0]);

  const tools = document.querySelector(".drawing-tools");
  let zoom = 1;
  tools.hidden = false;
  tools.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (!button) return;
    zoom = Math.min(5, Math.max(1, zoom * Number(button.dataset.zoom)));
    drawing.classList.toggle("enlarged", zoom > 1);
    drawing.style.width = zoom * 100 + "%";
  });
})();
