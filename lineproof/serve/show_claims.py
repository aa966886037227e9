"""Showing claims and what happened to them, for people."""

from collections.abc import Mapping, Sequence
from typing import Final

from lineproof.serve.changes import Changes
from lineproof.serve.check import Check, CorpusCheck
from lineproof.serve.claims import Candidates, Claims, Explained, ListedClaim
from lineproof.serve.coverage import Coverage
from lineproof.serve.impact import Impact
from lineproof.serve.output import print_line, print_table
from lineproof.serve.review import Reviewed
from lineproof.serve.staleness import Staleness

SHOWN_ID: Final = 10
FEW: Final = 10
"""So many new claims are shown one by one; of more the number is enough."""


def place(path: str, first: int | None, last: int | None) -> str:
    """Path and lines as a citation writes them."""
    if first is None:
        return path
    return f"{path}#L{first}" if first == last else f"{path}#L{first}-L{last}"


def show_claims(listed: Claims) -> None:
    """A table of claims."""
    print_table(("claim", "status", "kind", "statement", "place"), [_row(one) for one in listed.claims], whole=("claim",))
    _rest(listed.counts, listed.more)


def _row(one: ListedClaim) -> tuple[str, str, str, str, str]:
    return one.claim_id[:SHOWN_ID], one.status, one.kind or "", one.statement, place(one.path, one.first_line, one.last_line)


def show_candidates(listed: Candidates) -> None:
    """A table of candidates with the reasons."""
    rows = [(one.candidate_id[:SHOWN_ID], one.verdict, one.statement, one.quote, one.path, one.reason) for one in listed.candidates]
    print_table(("candidate", "verdict", "statement", "quote", "path", "reason"), rows, whole=("candidate",))
    _rest(listed.counts, listed.more)


def show_stale(found: Sequence[Staleness]) -> None:
    """Stale claims of some corpora."""
    rows = [(one.claim_id[:SHOWN_ID], one.statement, one.path) for corpus in found for one in corpus.claims]
    if rows:
        print_table(("claim", "statement", "path"), rows, whole=("claim",))
    for corpus in found:
        changed, deleted = len(corpus.changed), len(corpus.deleted)
        waiting = f", {len(corpus.waiting)} wait for a model" if corpus.waiting else ""
        print_line(f"{corpus.corpus}: {len(corpus.claims)} stale claims; {changed} sources changed, {deleted} gone{waiting}")


def show_explained(one: Explained) -> None:
    """A claim with all that is known of it."""
    print_line(one.statement)
    print_line(f"{one.claim_id}  {one.status}{f': {one.reason}' if one.reason else ''}")
    if one.in_force_from or one.in_force_to:
        print_line(f"in force: {one.in_force_from or '...'} to {one.in_force_to or '...'}")
    for evidence in one.evidence:
        heading = f"  ({evidence.heading})" if evidence.heading else ""
        print_line(f"  {place(evidence.path, evidence.first_line, evidence.last_line)}{heading}")
        print_line(f"    {evidence.quote}")
    for other in one.against:
        print_line(f"{other.relation} {other.claim_id[:SHOWN_ID]}: {other.statement}  ({other.reason})")
    for page in one.pages:
        print_line(f"stated by {page}")
    for event in one.history:
        print_line(f"{event.at:%Y-%m-%d %H:%M:%S}  {event.event}  by {event.by}: {event.reason}")
        if event.statement != one.statement:
            print_line(f"    {event.statement}")


def show_reviewed(reviewed: Reviewed) -> None:
    """A decision that was recorded."""
    print_line(f"{reviewed.corpus}: {reviewed.action}: {reviewed.revised or reviewed.statement}")
    print_line("Recorded. Next: lineproof sync")


def show_check(found: Check) -> None:
    """What a check found."""
    for corpus in found.corpora:
        _show_corpus(corpus)
    for page in found.edited:
        print_line(f"edited by hand: {page.path}: {len(page.lines)} lines, {page.removed} of ours gone")
        for line in page.lines:
            print_line(f"  {line.number}  {line.text}")


def _show_corpus(corpus: CorpusCheck) -> None:
    for path in corpus.changed:
        print_line(f"{corpus.corpus}: changed since it was published: {path}")
    for path in corpus.deleted:
        print_line(f"{corpus.corpus}: gone since it was published: {path}")
    for path in corpus.unfinished:
        print_line(f"{corpus.corpus}: waits for a model: {path}")
    for claim in corpus.stale:
        print_line(f"{corpus.corpus}: stale: {claim.claim_id[:SHOWN_ID]}  {claim.statement}  ({claim.path})")
    faults = f"{len(corpus.stale)} stale claims, {corpus.unsupported} unsupported, {corpus.unbound} unbound sentences"
    waiting = f"{corpus.quarantined} sources quarantined, {corpus.repair} candidates to review, {corpus.disputed} disputed claims"
    print_line(f"{corpus.corpus}: {'holds' if corpus.ok else 'does not hold'}: {faults}, {waiting}")


def show_coverage(found: Coverage) -> None:
    """Documents by how much of them is claimed."""
    rows = [(one.path, one.paragraphs, one.covered, _share(one.covered, one.paragraphs)) for one in found.documents]
    print_table(("path", "paragraphs", "covered", "share"), rows)
    print_line(f"{found.covered} of {found.paragraphs} paragraphs are quoted by a claim ({_share(found.covered, found.paragraphs)})")
    if found.more:
        print_line("There are more; --limit and --offset turn pages.")


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else "-"


def show_changes(found: Changes) -> None:
    """What changed since a moment."""
    few = found.counts["claims"].get("asserted", 0) <= FEW
    for claim in found.claims:
        if few or claim.event != "asserted":
            print_line(f"{claim.at:%Y-%m-%d %H:%M:%S}  {claim.event}  {claim.claim_id[:SHOWN_ID]}  {claim.statement}")
            if claim.before:
                print_line(f"    before: {claim.before}")
    for page in found.pages:
        print_line(f"{page.at:%Y-%m-%d %H:%M:%S}  page {page.change}  {page.path}")
    for one in found.references:
        if one.before is not None:
            print_line(f"{one.at:%Y-%m-%d %H:%M:%S}  reference  {one.path}#L{one.line}  {one.text}: {one.before} -> {one.after or 'gone'}")
    for name, counts in found.counts.items():
        print_line(f"{name}: {_counted(counts) or 'nothing changed'}")


def show_impact(found: Impact) -> None:
    """What a change of a node would touch."""
    print_line(f"{found.node}  ({place(found.path, found.first_line, found.last_line)})")
    for claim in found.claims:
        print_line(f"claim     {claim.claim_id[:SHOWN_ID]}  {claim.status}  {claim.statement}  ({claim.why})")
    for document in found.documents:
        print_line(f"document  {document.path}  {document.relation}, {document.references} times")
    for page in found.pages:
        print_line(f"page      {page}")
    for statement in found.reflections:
        print_line(f"told as   {statement}")
    print_line(
        f"{len(found.claims)} claims, {len(found.documents)} documents, {len(found.pages)} pages, {len(found.reflections)} reflections"
    )


def _rest(counts: Mapping[str, int], more: bool) -> None:
    print_line(_counted(counts) or "none")
    if more:
        print_line("There are more; --limit and --offset turn pages.")


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items())
