"""Mutations: seeded edits of real documents, and what becomes of the claims on the edited words.

Usage: python benchmarks/mutations.py [--edits 2000] [--seed 5] [--documents 60]

Each edit is made for one claim and checked by what was done to the words, not by what the program says of them:

changed     the quoted words were edited or deleted: the claim must not be believed on them any more
unchanged   something else was edited (beside the quote, above it, line ends, wraps, indentation, normalisation): the claim must stand
followed    the quoted words now stand elsewhere, or in a renamed file: a claim of the same lineage must quote them there
shown       after every edit, the lines cited for every claim of the documents touched must show the words that it quotes

After each round the documents are restored, and every claim must be what it was at the beginning.
"""

import argparse
import random
import re
import sys
import tempfile
import textwrap
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from corpora import ROOTS, data_folder

from lineproof.beliefs import update as beliefs
from lineproof.evidence import update as evidence
from lineproof.graph import update as graph
from storage.database import Store, open_store
from storage.workspace import Corpus

CORPORA = ("eips", "rfcs")
LONGEST_DOCUMENT = 200_000
CHANGED, UNCHANGED, FOLLOWED = "changed", "unchanged", "followed"
WORD_AND_STOP = re.compile(r"[a-z]{4,}[.!?]$")
STRUCTURAL = re.compile(r"\s*([-*+>#|]|\d+[.)]|[a-z][.)]|`{3}|:)")


@dataclass(frozen=True)
class Target:
    """A claim with the place of its principal quote: lines from 1, of the paragraph."""

    claim_id: str
    lineage: str
    path: str
    quote: str
    first_line: int
    last_line: int


@dataclass(frozen=True)
class Edit:
    """What is done to a file for a target; ``expect`` is what must become of its claim."""

    kind: str
    expect: str
    target: Target


@dataclass
class Tally:
    """What was found, by kind of edit."""

    edits: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    citations: int = 0
    hidden: int = 0
    unrestored: int = 0


class Bench:
    """A corpus of some documents, compiled, edited and restored."""

    def __init__(self, name: str, scratch: Path, count: int, chance: random.Random) -> None:
        root = scratch / name
        files = sorted(
            path for path in data_folder(ROOTS[name]).rglob("*") if path.is_file() and 3_000 < path.stat().st_size < LONGEST_DOCUMENT
        )
        self.originals: dict[str, bytes] = {}
        for file in chance.sample(files, min(count, len(files))):
            self.originals[file.name] = file.read_bytes()
        root.mkdir()
        self.corpus = Corpus(name, root, scratch / ".lineproof" / name)
        self.store: Store = open_store(self.corpus.database)
        for path, raw in self.originals.items():
            (root / path).write_bytes(raw)
        self.sync()
        self.claims = self.believed()

    def sync(self) -> None:
        """Bring evidence, graph and claims up to date."""
        with self.store.transaction():
            evidence.update(self.store, self.corpus, "mutation", verify=True)
        with self.store.transaction():
            graph.update(self.store, self.corpus.fingerprint)
        with self.store.transaction():
            beliefs.update(self.store, self.corpus, "mutation")

    def believed(self) -> dict[str, tuple[str, ...]]:
        """The quotes of every claim by its id."""
        rows = self.store.query("SELECT claim_id, list(quote ORDER BY position) FROM beliefs.quotes GROUP BY claim_id")
        return {claim: tuple(quotes) for claim, quotes in rows}

    def targets(self) -> dict[str, list[Target]]:
        """Claims whose principal quote stands once in its document and in no other, by path."""
        rows = self.store.query(
            "SELECT q.claim_id, d.path, q.quote, p.first_line, p.last_line, p.text FROM beliefs.quotes q "
            "JOIN evidence.paragraphs p USING (document_id, paragraph_id) JOIN evidence.documents d USING (document_id) "
            "WHERE q.position = 0 AND NOT p.repeated AND p.kind IN ('paragraph', 'list_item') "
            "AND q.claim_id IN (SELECT claim_id FROM beliefs.quotes GROUP BY 1 HAVING count(*) = 1) ORDER BY ALL"
        )
        texts = {path: " ".join(raw.decode("utf-8", "replace").split()) for path, raw in self.originals.items()}
        lineages = self.lineages()
        quoted = Counter(quote for quote, _ in {(row[2], row[1]) for row in rows})
        found: dict[str, list[Target]] = {}
        for claim, path, quote, first, last, text in rows:
            if text.count(quote) == 1 and texts[path].count(quote) <= 1 and quoted[quote] == 1:
                found.setdefault(path, []).append(Target(claim, lineages[claim], path, quote, first, last))
        return found

    def lineages(self) -> dict[str, str]:
        """The lineage of every claim that ever was."""
        return dict(self.store.query('SELECT claim_id, arg_max(lineage_id, ("at", number)) FROM beliefs.events GROUP BY claim_id'))

    def restore(self) -> int:
        """Put every document back, and count the claims that are not what they were."""
        for path in self.corpus.root.iterdir():
            if path.name not in self.originals:
                path.unlink()
        for name, raw in self.originals.items():
            if not (self.corpus.root / name).exists() or (self.corpus.root / name).read_bytes() != raw:
                (self.corpus.root / name).write_bytes(raw)
        self.sync()
        now = self.believed()
        return len(now.items() ^ self.claims.items())


Apply = Callable[[list[str], Target, random.Random], list[str] | None]
"""New lines of a document for a target; None where this edit cannot be made for it."""


def lines_of(lines: Sequence[str], target: Target) -> list[str]:
    return list(lines[target.first_line - 1 : target.last_line])


def with_lines(lines: Sequence[str], target: Target, fresh: Sequence[str]) -> list[str]:
    return [*lines[: target.first_line - 1], *fresh, *lines[target.last_line :]]


def insert(lines: list[str], target: Target, chance: random.Random) -> list[str] | None:
    place = next((n for n in range(target.first_line - 1, 0, -1) if not lines[n - 1].strip()), None)
    return None if place is None else [*lines[:place], "An unrelated remark was put in here.", "", *lines[place:]]


def delete(lines: list[str], target: Target, chance: random.Random) -> list[str] | None:
    return with_lines(lines, target, [])


def edit_inside(lines: list[str], target: Target, chance: random.Random) -> list[str] | None:
    """One word of the quote, with at least four letters, is made another."""
    words = [word for word in re.findall(r"[A-Za-z]{4,}", target.quote) if target.quote.count(word) == 1]
    own = lines_of(lines, target)
    chance.shuffle(words)
    for word in words:
        holding = [n for n, line in enumerate(own) if re.search(rf"\b{word}\b", line)]
        if len(holding) == 1 and len(re.findall(rf"\b{word}\b", own[holding[0]])) == 1:
            own[holding[0]] = re.sub(rf"\b{word}\b", f"{word}zzq", own[holding[0]])
            return with_lines(lines, target, own)
    return None


def edit_beside(lines: list[str], target: Target, chance: random.Random) -> list[str] | None:
    """A sentence is put behind the last one of the paragraph.

    Only behind a whole word and its stop: behind an abbreviation (``i.e.``, ``Inc.``) no sentence ends, and what is put there makes
    the quoted one longer, which is no edit beside it.
    """
    own = lines_of(lines, target)
    if WORD_AND_STOP.search(own[-1].rstrip()) and "|" not in own[-1]:
        own[-1] = own[-1].rstrip() + " Bystanders were not asked."
        return with_lines(lines, target, own)
    return None


def move(lines: list[str], target: Target, chance: random.Random) -> list[str] | None:
    """The paragraph goes behind the next one that stands under the same heading."""
    own = lines_of(lines, target)
    after = target.last_line
    if after + 1 >= len(lines) or lines[after].strip() or not lines[after + 1].strip() or lines[target.first_line - 2].strip():
        return None
    end = next((n for n in range(after + 1, len(lines)) if not lines[n].strip()), len(lines))
    passed = lines[after + 1 : end]
    if (
        not passed[-1].rstrip().endswith(".")
        or STRUCTURAL.match(passed[0])
        or "\f" in "".join(passed)
        or indent(passed[0]) != indent(own[0])
    ):
        return None
    return [*lines[: target.first_line - 1], *passed, "", *own, *lines[end:]]


def rewrap(lines: list[str], target: Target, chance: random.Random) -> list[str] | None:
    """The paragraph gets other line breaks; none before what would read as a list, a heading or a table."""
    own = lines_of(lines, target)
    if (
        len(own) < 2
        or any(not line.strip() or "|" in line or STRUCTURAL.match(line) for line in own)
        or len({indent(line) for line in own}) > 1
    ):
        return None
    if any(re.search(r"\w-$|`|  $|\\$", line.rstrip("\n")) for line in own):
        return None
    margin = " " * indent(own[0])
    text = " ".join(line.strip() for line in own)
    fresh = textwrap.wrap(
        text, chance.choice((50, 60, 68)), initial_indent=margin, subsequent_indent=margin, break_long_words=False, break_on_hyphens=False
    )
    return None if any(STRUCTURAL.match(line) for line in fresh[1:]) else with_lines(lines, target, fresh)


def carriage_returns(lines: list[str], target: Target, chance: random.Random) -> list[str] | None:
    return [line + "\r" for line in lines]


def indent_all(lines: list[str], target: Target, chance: random.Random) -> list[str] | None:
    """Every line of a plain text is indented by two; Markdown gives indentation a meaning."""
    return None if target.path.endswith(".md") else [f"  {line}" if line.strip() else line for line in lines]


def decompose(lines: list[str], target: Target, chance: random.Random) -> list[str] | None:
    """The document in NFD, with a remark in front of it that this changes."""
    fresh = [unicodedata.normalize("NFD", line) for line in lines]
    return fresh if fresh != lines else None


EDITS: dict[str, tuple[str, Apply]] = {
    "insert above": (UNCHANGED, insert),
    "delete": (CHANGED, delete),
    "edit inside": (CHANGED, edit_inside),
    "edit beside": (UNCHANGED, edit_beside),
    "move": (FOLLOWED, move),
    "re-wrap": (UNCHANGED, rewrap),
    "CRLF": (UNCHANGED, carriage_returns),
    "re-indent": (UNCHANGED, indent_all),
    "NFD": (UNCHANGED, decompose),
}
RENAME, MOVE_AWAY, TWIN = "rename", "move to another file", "duplicate, edit one twin"
KINDS = (*EDITS, RENAME, MOVE_AWAY, TWIN)


def indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--documents", type=int, default=60)
    parser.add_argument("--show", type=int, default=10, help="how many wrong ones to print")
    arguments = parser.parse_args()
    tally = Tally()
    with tempfile.TemporaryDirectory() as scratch:
        for name in CORPORA:
            chance = random.Random(f"{arguments.seed}/{name}")
            bench = Bench(name, Path(scratch), arguments.documents, chance)
            measure(bench, chance, arguments.edits // len(CORPORA), tally, arguments.show)
            bench.store.close()
    sys.exit(0 if report(tally) else 1)


def measure(bench: Bench, chance: random.Random, wanted: int, tally: Tally, show: int) -> None:
    """Edit in rounds until there were enough, and judge each."""
    for edits in rounds(bench, chance, wanted):
        judge(bench, edits, tally, show)
        tally.unrestored += bench.restore()
        print(f"{bench.corpus.name}: {tally.edits.total()} edits", file=sys.stderr, flush=True)


def rounds(bench: Bench, chance: random.Random, wanted: int) -> Iterator[list[Edit]]:
    """Edits in rounds, one a document, each synced; whoever takes them restores the documents before the next round."""
    targets, done = bench.targets(), 0
    while done < wanted:
        edits = [edit for path in sorted(targets) if (edit := choose(bench, targets[path], chance))][: wanted - done]
        if not edits:
            continue
        bench.sync()
        if twins := [edit for edit in edits if edit.kind == TWIN]:
            for edit in twins:
                edit_twin(bench, edit)
            bench.sync()
        done += len(edits)
        yield edits


def choose(bench: Bench, targets: Sequence[Target], chance: random.Random) -> Edit | None:
    """Make one edit in one document; kinds take turns, and one that cannot be made gives way to the next."""
    start = chance.randrange(len(KINDS))
    for step in range(len(KINDS)):
        kind = KINDS[(start + step) % len(KINDS)]
        for target in chance.sample(targets, min(6, len(targets))):
            if edit := attempt(bench, kind, target, chance):
                return edit
    return None


def attempt(bench: Bench, kind: str, target: Target, chance: random.Random) -> Edit | None:
    file = bench.corpus.root / target.path
    lines = file.read_bytes().decode("utf-8", "replace").split("\n")
    if kind == RENAME:
        file.rename(file.with_name(f"renamed-{target.path}"))
        return Edit(kind, FOLLOWED, target)
    if kind == TWIN:
        own = lines_of(lines, target)
        if target.last_line >= len(lines) or lines[target.last_line].strip() or STRUCTURAL.match(own[0]):
            return None
        file.write_text("\n".join([*lines[: target.last_line], "", *own, *lines[target.last_line :]]), encoding="utf-8", newline="")
        return Edit(kind, UNCHANGED, target)
    if kind == MOVE_AWAY:
        own = lines_of(lines, target)
        if STRUCTURAL.match(own[0]) or "\f" in "".join(own):
            return None
        (file.with_name(f"part-of-{target.path}")).write_text("\n".join(["# A part", "", *own, ""]), encoding="utf-8", newline="")
        file.write_text("\n".join(with_lines(lines, target, [])), encoding="utf-8", newline="")
        return Edit(kind, FOLLOWED, target)
    expect, apply = EDITS[kind]
    fresh = apply(lines, target, chance)
    if fresh is None or fresh == lines:
        return None
    file.write_text("\n".join(fresh), encoding="utf-8", newline="")
    return Edit(kind, expect, target)


def edit_twin(bench: Bench, edit: Edit) -> None:
    """Change a word of the second twin."""
    target, file = edit.target, bench.corpus.root / edit.target.path
    lines = file.read_bytes().decode("utf-8", "replace").split("\n")
    size = target.last_line - target.first_line + 1
    second = Target(target.claim_id, target.lineage, target.path, target.quote, target.last_line + 2, target.last_line + 1 + size)
    fresh = edit_inside(lines, second, random.Random(0))
    file.write_text("\n".join(fresh or lines), encoding="utf-8", newline="")


def judge(bench: Bench, edits: Sequence[Edit], tally: Tally, show: int) -> None:
    """Compare what became of each target with what was done to it, and look at every citation of the documents."""
    believed, lineages = bench.believed(), bench.lineages()
    quoted: dict[str, set[str]] = {}
    for claim, quotes in believed.items():
        quoted.setdefault(lineages[claim], set()).update(quotes)
    for edit in edits:
        tally.edits[edit.kind] += 1
        target = edit.target
        stands = target.claim_id in believed
        follows = target.quote in quoted.get(target.lineage, ())
        right = {CHANGED: not stands and not follows, UNCHANGED: stands, FOLLOWED: follows}[edit.expect]
        if edit.kind == TWIN:
            right = right and sum(quotes[0] == target.quote for quotes in believed.values() if quotes) == expected_twins(bench, target)
        if not right:
            tally.wrong[edit.kind] += 1
            if tally.wrong.total() <= show:
                print(f"  wrong: {edit.kind}: {target.path}#L{target.first_line}: {target.quote[:120]}")
    look_at_citations(bench, tally, show)


def expected_twins(bench: Bench, target: Target) -> int:
    """How many claims quoted these words at the beginning; editing one of two twins must leave as many."""
    return sum(quotes[0] == target.quote for quotes in bench.claims.values() if quotes)


def look_at_citations(bench: Bench, tally: Tally, show: int) -> None:
    """Whether the lines cited for each claim show the words that it quotes, furniture of pages between them aside."""
    texts: dict[str, list[str]] = {}
    rows = bench.store.query("SELECT DISTINCT path, first_line, last_line, quote FROM claims_with_evidence ORDER BY ALL")
    for path, first, last, quote in rows:
        if path not in texts:
            raw = (bench.corpus.root / path).read_bytes()
            texts[path] = re.split(r"\r\n|\n|\r", raw.decode("utf-8", "replace"))
        shown = folded("".join(texts[path][first - 1 : last]))
        tally.citations += 1
        if not is_subsequence(folded(quote), shown):
            tally.hidden += 1
            if tally.hidden <= show:
                print(f"  not shown: {path}#L{first}-L{last}: {quote[:120]}")


def folded(text: str) -> str:
    return "".join(unicodedata.normalize("NFC", text).split())


def is_subsequence(short: str, long: str) -> bool:
    rest = iter(long)
    return all(character in rest for character in short)


def report(tally: Tally) -> bool:
    """Print the figures; whether the bars are met."""
    total = {expect: Counter() for expect in (CHANGED, UNCHANGED, FOLLOWED)}
    for kind in KINDS:
        expect = EDITS[kind][0] if kind in EDITS else UNCHANGED if kind == TWIN else FOLLOWED
        total[expect]["edits"] += tally.edits[kind]
        total[expect]["wrong"] += tally.wrong[kind]
        print(f"{kind:28} {expect:10} {tally.edits[kind]:5} edits, {tally.wrong[kind]} wrong")
    changed, unchanged, followed = (total[expect] for expect in (CHANGED, UNCHANGED, FOLLOWED))
    print(f"changed evidence called fresh: {changed['wrong']} of {changed['edits']}")
    print(f"unchanged evidence called stale: {unchanged['wrong']} of {unchanged['edits']} = {share(unchanged):.4f}")
    print(f"moved or renamed text followed: {followed['edits'] - followed['wrong']} of {followed['edits']} = {1 - share(followed):.4f}")
    print(f"citations whose lines show the quote: {tally.citations - tally.hidden} of {tally.citations}")
    print(f"claims that are not what they were once everything is restored: {tally.unrestored}")
    return not changed["wrong"] and share(unchanged) <= 0.005 and share(followed) <= 0.01 and not tally.hidden and not tally.unrestored


def share(counts: Counter[str]) -> float:
    return counts["wrong"] / max(counts["edits"], 1)


if __name__ == "__main__":
    main()
