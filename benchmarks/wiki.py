"""The wiki of a compiled corpus, checked from outside: its Markdown export against the files of the corpus.

Usage: python benchmarks/wiki.py WORKSPACE CORPUS

Prints sizes and counts; leaves with 1 if a sentence has no citation, a link leads nowhere, a citation does not show its quote on its
lines, or the size is not between 5 and 15 % of the sources. The export is read as text; nothing of the code that wrote it is used.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.workspace import Workspace

LINK = re.compile(r"\[\[(?P<page>[^|\]]+)\|")
NOTE = re.compile(r"^\[\^(?P<number>\d+)\]: (?P<text>.*)$", re.MULTILINE)
CITATION = re.compile(r"(?:`(?P<code>[^`]+)#|(?P<path>\S+?)#)L(?P<first>\d+)(?:-L(?P<last>\d+))?`? “(?P<quote>.*?)”(?=; [^ ]+#L|; `|$)")
ESCAPE = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
WORD = re.compile(r"[^\W_]+")
OPEN = re.compile(r"- .* \((dangling|ambiguous)\)")
BAND = (0.05, 0.15)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("workspace", type=Path)
    parser.add_argument("corpus")
    arguments = parser.parse_args()
    workspace, name = arguments.workspace, arguments.corpus
    root = Workspace.open(workspace).corpus(name).root
    pages = exported(workspace, name)
    faults = [f"{path}: {fault}" for path, text in pages.items() for fault in page_faults(text, pages, root)]
    size, sources = sizes(pages, root)
    sentences = sum(len(NOTE.findall(text)) for text in pages.values())
    share = size / sources
    print(f"{name}: {len(pages)} pages, {sentences} sentences, {size} characters, {share:.1%} of {sources} bytes, {len(faults)} faults")
    print("\n".join(faults[:30]))
    sys.exit(1 if faults or not BAND[0] <= share <= BAND[1] else 0)


def exported(workspace: Path, name: str) -> dict[str, str]:
    """The pages of a corpus as they are exported, by path."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pipelines.command", "export", "markdown", folder, "--corpus", name, "--workspace", str(workspace)]
        subprocess.run([*command], check=True, stdout=subprocess.DEVNULL)
        return {file.relative_to(folder).as_posix(): file.read_text() for file in sorted(Path(folder).rglob("*.md"))}


def sizes(pages: dict[str, str], root: Path) -> tuple[int, int]:
    """The characters of all pages without their citations, and the bytes of the sources."""
    sources = sum(file.stat().st_size for file in root.rglob("*") if file.is_file() and ".git" not in file.parts)
    return sum(len(NOTE.sub("", text)) for text in pages.values()), sources


def page_faults(text: str, pages: dict[str, str], root: Path) -> Iterator[str]:
    """What is wrong with a page."""
    body = NOTE.sub("", text.split("---\n", 2)[2])
    for link in LINK.finditer(body):
        if f"{link['page']}.md" not in pages:
            yield f"link to {link['page']}"
    for line in body.splitlines():
        if line.strip() and not line.startswith(("#", "- [[")) and "[^" not in line and not OPEN.fullmatch(line):
            yield f"no citation: {line[:80]}"
    notes = {note["number"]: note["text"] for note in NOTE.finditer(text)}
    for number in re.findall(r"(?<!\\)\[\^(\d+)\]", body):
        yield from citation_faults(notes.get(number, ""), root)


def citation_faults(note: str, root: Path) -> Iterator[str]:
    """What is wrong with the citations of a sentence. The words of a quote must stand there in their order; between them there may be
    markup and, in text with pages, what stands at the foot of a page and the head of the next."""
    cited = list(CITATION.finditer(note))
    if not cited:
        yield f"no place in {note[:80]!r}"
    for found in cited:
        lines = (root / (found["code"] or found["path"])).read_bytes().decode("utf-8", "replace").replace("\r\n", "\n").split("\n")
        shown = iter(WORD.findall(" ".join(lines[int(found["first"]) - 1 : int(found["last"] or found["first"])])))
        quote = WORD.findall(ESCAPE.sub("", found["quote"]).replace("&lt;", "<").replace("&amp;", "&"))
        if not all(word in shown for word in quote):
            yield f"quote not on its lines: {found.group()[:160]}"


if __name__ == "__main__":
    main()
