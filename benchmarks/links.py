"""Every relative link of a corpus of Markdown: resolved, or listed with the reason.

Usage: python benchmarks/links.py [handbook]

The links are counted by a plain search of the sources for `](target)`, which knows nothing of our parser; links in code are left out.
"""

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator

from corpora import ROOTS, compiled, data_folder

LINK = re.compile(r"\]\(\s*(?P<target><[^>]*>|(?:\{\{[^}]*\}\}|[^\s()]|\([^\s()]*\))+)(?=\s*\)|\s+[\"'(])")
OUTSIDE = re.compile(r"^<?(?:[a-z][a-z0-9+.-]*:|//)", re.IGNORECASE)
CODE = re.compile(r"^(?P<fence>```+|~~~+).*?^(?P=fence)|`[^`\n]+`|<!--.*?-->", re.DOTALL | re.MULTILINE)


def main() -> None:
    name = sys.argv[1] if len(sys.argv) > 1 else "handbook"
    root = data_folder(ROOTS[name])
    with compiled(name) as store:
        edges = store.query("SELECT source_path, text, 'resolved' FROM reference_edges")
        listed = store.query("SELECT path, text, reason FROM open_references WHERE reason <> 'one-sided'")
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for path, text, outcome in (*edges, *listed):
        found[path].append((folded(text), outcome))
    outcomes: Counter[str] = Counter()
    lost = []
    for file in sorted(root.rglob("*.md")):
        path = file.relative_to(root).as_posix()
        for line, target in relative_links(file.read_text(encoding="utf-8")):
            outcome = next((outcome for text, outcome in found[path] if f"]({folded(target)}" in text), "neither")
            outcomes[outcome] += 1
            lost += [f"{path}:{line} {target}"] if outcome == "neither" else []
    print(
        f"{name}: {sum(outcomes.values())} relative links: " + ", ".join(f"{count} {outcome}" for outcome, count in outcomes.most_common())
    )
    print("\n".join(f"    neither: {place}" for place in lost))
    sys.exit(1 if lost else 0)


def relative_links(text: str) -> Iterator[tuple[int, str]]:
    """Line and target of each link that leads to a file or a heading, outside of code and comments."""
    prose = CODE.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), text)
    for found in LINK.finditer(prose):
        if not OUTSIDE.match(found["target"]):
            yield prose.count("\n", 0, found.start()) + 1, found["target"]


def folded(text: str) -> str:
    return re.sub(r"\s", "", text)


if __name__ == "__main__":
    main()
