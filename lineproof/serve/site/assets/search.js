/* The search: every word must begin a word of a page's title, topics or description, or of one of its statements. */
"use strict";

window.lineproofSearch = (() => {
  const SHOWN = 40;
  const LINES = 3;
  const pages = [];

  /* Case, accents and marks do not count. */
  const fold = (text) =>
    text.normalize("NFKD").replace(/\p{M}+/gu, "").toLowerCase().replaceAll("ß", "ss").replace(/[^\p{L}\p{N}]+/gu, " ").trim();

  /* Scripts that put no blanks between words are searched within words too. */
  const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
  const has = (folded, word) => (UNSPACED.test(word) ? folded.includes(word) : (" " + folded).includes(" " + word));

  function add(entries) {
    for (const entry of entries) {
      pages.push({
        ...entry,
        name: fold(entry.title),
        head: fold([entry.title, entry.about, ...entry.topics].join(" ")),
        lines: entry.lines.map(([position, text]) => ({ position, text, folded: fold(text) })),
      });
    }
  }

  /* A page counts by the words in its title, then elsewhere in its head, then by its best statements. */
  function weigh(page, words) {
    const counts = (folded) => words.filter((word) => has(folded, word)).length;
    const head = counts(page.head);
    const lines = page.lines.filter((line) => counts(line.folded) === words.length);
    const joint = lines.length || words.every((word) => has(page.head, word) || page.lines.some((line) => has(line.folded, word)));
    if (!joint || (!head && !lines.length)) return null;
    const exact = page.name === words.join(" ") ? 20 : 0;
    const best = lines.length ? lines : page.lines.filter((line) => counts(line.folded));
    return { page, lines: best.slice(0, LINES), score: exact + counts(page.name) * 5 + head * 2 + Math.min(lines.length, 5) };
  }

  function find(query) {
    const words = fold(query).split(" ").filter(Boolean);
    if (!words.length) return { words, found: [] };
    const found = pages.map((page) => weigh(page, words)).filter(Boolean);
    found.sort((one, other) => other.score - one.score || (one.page.title < other.page.title ? -1 : 1));
    return { words, found };
  }

  /* Text with the words that were asked for marked. */
  function marked(text, words) {
    const line = document.createElement("bdi");
    for (const part of text.split(/([\p{L}\p{N}\p{M}]+)/u)) {
      const hit = part && words.some((word) => has(fold(part), word));
      const node = hit ? document.createElement("mark") : document.createTextNode(part);
      if (hit) node.textContent = part;
      line.append(node);
    }
    return line;
  }

  function element(tag, className, ...children) {
    const node = document.createElement(tag);
    node.className = className;
    node.append(...children);
    return node;
  }

  function linked(address, child) {
    const link = document.createElement("a");
    link.href = address;
    link.append(child);
    return link;
  }

  const address = (page) => page.to.split("/").map(encodeURIComponent).join("/");

  function result({ page, lines }, words, kinds) {
    const item = element("li", "result", linked(address(page), marked(page.title, words)));
    item.append(" ", element("span", "tag", kinds[page.kind] || page.kind));
    if (page.about) item.append(element("p", "why", marked(page.about, words)));
    const list = element("ul", "links");
    for (const line of lines) list.append(element("li", "", linked(address(page) + "#s" + line.position, marked(line.text, words))));
    if (lines.length) item.append(list);
    return item;
  }

  function start() {
    const form = document.querySelector(".seek");
    const field = document.getElementById("seek");
    const told = document.getElementById("found");
    const list = document.getElementById("results");
    const kinds = JSON.parse(list.dataset.kinds);
    let timer = 0;

    function tell(count, words) {
      if (!words.length) return "";
      if (!count) return told.dataset.none.replace("{words}", () => field.value.trim());
      if (count > SHOWN) return told.dataset.more.replace("{shown}", SHOWN).replace("{count}", count);
      return count === 1 ? told.dataset.one : told.dataset.many.replace("{count}", count);
    }

    function show() {
      const { words, found } = find(field.value);
      list.replaceChildren(...found.slice(0, SHOWN).map((hit) => result(hit, words, kinds)));
      told.textContent = tell(found.length, words);
      try {
        history.replaceState(null, "", "#q=" + encodeURIComponent(field.value));
      } catch {
        /* The address stays as it was; the results do not depend on it. */
      }
    }

    function fromAddress() {
      const asked = (part) => new URLSearchParams(part.slice(1)).get("q");
      const query = asked(location.hash) ?? asked(location.search);
      if (query === null || query === field.value) return;
      field.value = query;
      show();
    }

    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      show();
    });
    field.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(show, 80);
    });
    addEventListener("hashchange", fromAddress);
    fromAddress();
    field.focus();
  }

  document.addEventListener("DOMContentLoaded", start);
  return { add, find };
})();
