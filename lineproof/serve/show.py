"""Show: answers as text for people; `--json` bypasses this."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from lineproof.serve.output import print_line, print_table

if TYPE_CHECKING:
    from lineproof.recall.expand import Expanded
    from lineproof.recall.locate import Located
    from lineproof.recall.read import Reading
    from lineproof.serve.doctor import Diagnosis
    from lineproof.serve.references import References
    from lineproof.serve.status import CorpusStatus, Status

MORE = "... more: --offset and --limit turn the page"


def show_located(located: "Located") -> None:
    """Hits, best first."""
    if not located.results:
        print_line("Nothing matches. Try fewer or other words; locate looks at names, not at text.")
        return
    rows = [(f"{hit.score:.2f}", hit.kind, hit.label, f"{hit.path}#L{hit.line}", hit.id) for hit in located.results]
    print_table(("score", "kind", "label", "place", "id"), rows, whole=("score", "kind", "id"))
    if located.more:
        print_line(MORE)


def show_expanded(expanded: "Expanded") -> None:
    """The node, then its edges, then the walk."""
    node = expanded.node
    print_line(f"{node.kind}  {node.label}")
    print_line(f"{node.path}#L{node.first_line}-L{node.last_line}  {node.id}")
    rows = [
        (
            f"{'->' if edge.direction == 'out' else '<-'} {edge.type}{' (in part)' if edge.partial else ''}",
            edge.kind,
            edge.label,
            f"{edge.path}#L{edge.line}",
            edge.origin,
            edge.id,
        )
        for edge in expanded.edges
    ]
    print_table(("edge", "kind", "label", "place", "origin", "id"), rows, whole=("edge", "kind", "origin", "id"))
    if expanded.more:
        print_line(MORE)
    if expanded.stopped:
        print_line(f"walk: {' > '.join(expanded.walk)} (stopped: {expanded.stopped})")


def show_reading(reading: "Reading") -> None:
    """Lines with their numbers."""
    print_line(f"{reading.path}#L{reading.first_line}-L{reading.last_line}  {reading.id}")
    width = len(str(reading.last_line))
    for line in reading.lines:
        print_line(f"{line.n:>{width}}  {line.text}")
    if reading.more:
        print_line("... more: --lines reads on")


def show_references(references: "References") -> None:
    """Open references first, then resolved ones, then the counts."""
    rows = [(one.reason, f"{one.path}#L{one.line}", one.text, ", ".join(one.candidates)) for one in references.unresolved]
    if rows:
        print_table(("open", "place", "text", "candidates"), rows)
        print_line()
    resolved = [
        (one.relation, f"{one.source_path}#L{one.line}", one.text, _target(one.target_path, one.target_line)) for one in references.resolved
    ]
    if resolved:
        print_table(("relation", "place", "text", "target"), resolved)
        print_line()
    print_line(_tally(references.counts) or "no references")
    if references.more:
        print_line(MORE)


def show_status(status: "Status") -> None:
    """A block a corpus."""
    for corpus in status.corpora:
        print_line(f"{corpus.corpus}  {corpus.root}")
        if corpus.age_seconds is None:
            print_line("  nothing published yet; run lineproof sync")
        else:
            _show_corpus(corpus, corpus.age_seconds)


def show_diagnosis(diagnosis: "Diagnosis") -> None:
    """A line a check, with advice where something is wrong."""
    for check in diagnosis.checks:
        print_line(f"{'ok   ' if check.ok else 'WRONG'}  {check.name}: {check.detail}")
        if not check.ok and check.advice:
            print_line(f"       {check.advice}")


def _show_corpus(corpus: "CorpusStatus", age: float) -> None:
    print_line(f"  published {_age(age)} ago")
    print_line(f"  {corpus.documents} documents, {corpus.lines} lines, {corpus.paragraphs} paragraphs, {corpus.edges} edges")
    print_line(f"  open references: {_tally(corpus.open_references) or 'none'}")
    print_line(f"  sources: {_tally(corpus.sources) or 'none'}")
    for source in corpus.quarantined:
        print_line(f"  quarantined: {source.path}: {source.reason}")
    for path in corpus.waiting:
        print_line(f"  waits for a model: {path}")
    for run in corpus.runs:
        stages = "; ".join(
            f"{stage}: {one.executions} computed, {one.written} written, {one.deleted} removed" for stage, one in run.stages.items()
        )
        print_line(f"  run of {run.started_at:%Y-%m-%d %H:%M:%S}: {stages}")


def _target(path: str, line: int) -> str:
    return f"{path}#L{line}" if line else path


def _tally(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items())


def _age(seconds: float) -> str:
    for size, name in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds / size:.0f} {name}"
    return f"{seconds:.0f} s"
