"""Derive: the standing of every claim and the relations between claims, one rule after the other.

The rules that retire come first: the words behind it take it back, the document was replaced, the words call the value former or say until
when it holds, the provision was withdrawn or amended, the claim restates what was replaced. What is left is compared with the sources that
it cites, then with other sources. The first rule that decides gives the reason.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence

from lineproof.beliefs.model import Claim, ClaimRelation, Standing
from lineproof.beliefs.standing.citing import Citing, Finding
from lineproof.beliefs.standing.contests import Contests
from lineproof.beliefs.standing.editions import said_anew
from lineproof.beliefs.standing.families import is_later
from lineproof.beliefs.standing.former import is_former
from lineproof.beliefs.standing.model import Held, Library
from lineproof.beliefs.standing.past import Contested, Period, contested
from lineproof.beliefs.standing.provisions import CLOSED, WITHDRAWN, Provisions, changes
from lineproof.beliefs.standing.scope import Scopes
from lineproof.beliefs.standing.succession import Ended, ended_documents, pairs
from lineproof.beliefs.standing.validity import overtaken
from lineproof.beliefs.standing.views import View, Views


def standings(
    claims: Iterable[Claim], library: Library, authority: Sequence[str] = (), others: Iterable[Held] = ()
) -> tuple[list[Standing], list[ClaimRelation]]:
    """Decide which claims are in force.

    Args:
        claims: all claims of a corpus that set a value, in any order.
        library: its documents, places and links.
        authority: patterns of paths, the most authoritative sources first.
        others: the claims that set no value; they may be among ``claims`` instead.

    Returns:
        The standing of every claim by id, and the relations between claims; neither depends on the order of anything given.
    """
    return derivation(claims, library, authority, others).run()


def derivation(claims: Iterable[Claim], library: Library, authority: Sequence[str] = (), others: Iterable[Held] = ()) -> "Derivation":
    """What decides of the same, to be run, and asked afterwards what was contested on past days."""
    ordered = sorted(claims, key=lambda claim: claim.claim_id)
    held = sorted((*map(Held.of, ordered), *others), key=lambda one: one.claim_id)
    return Derivation(ordered, held, library, authority)


class Derivation:
    """The claims of a corpus on their way through the rules."""

    def __init__(self, claims: Sequence[Claim], held: Sequence[Held], library: Library, authority: Sequence[str]) -> None:
        """``held`` are all claims, those that set a value included."""
        self._held, self._library, self._authority = held, library, authority
        self._scopes = Scopes(library)
        self._views = Views(library, self._scopes, claims)
        self._documents: dict[str, Ended] = {}
        self._ended: dict[str, Ended] = {}
        self._former: set[str] = set()
        self._disputed: dict[str, Ended] = {}
        self._confirmed: set[str] = set()
        self._relations: dict[tuple[str, str, str], str] = {}

    def run(self) -> tuple[list[Standing], list[ClaimRelation]]:
        """Apply all rules."""
        self._end_documents()
        self._end_withdrawn()
        self._end_former_values()
        self._end_by_validity()
        self._end_provisions()
        self._compare_with_cited()
        self._compare_with_others()
        relations = [ClaimRelation(source, kind, target, reason) for (source, kind, target), reason in sorted(self._relations.items())]
        return [self._standing(one.claim_id) for one in self._held], relations

    def contested(self, periods: Mapping[str, Period]) -> list[Contested]:
        """What was contested, once all rules were applied, on past days on which both sides held.

        Args:
            periods: when each claim held, by id, without those that held on no day that is known.
        """
        views = [view for view in self._views.all if view.id in periods and view.id not in self._former]
        cited, agreeing = self._contested_by_cited(views, periods)
        others = [view for view in views if view.is_set and view.id not in self._confirmed | agreeing]
        found = {*cited, *contested(Contests(self._library, self._authority), others, periods)}
        return sorted(found, key=lambda one: (one.claim_id, one.by, one.period.begins))

    def _contested_by_cited(self, views: Sequence[View], periods: Mapping[str, Period]) -> tuple[list[Contested], set[str]]:
        """Claims whose source said something else while both held, and the ids of those whose source said the same."""
        found: list[Contested] = []
        agreeing: set[str] = set()
        citing = Citing(self._library, self._views)
        for view in (view for view in views if view.place.paragraph_id in self._library.references):
            for finding in citing.compare(view):
                shared = periods[view.id].overlap(periods[finding.source.id]) if finding.source.id in periods else None
                if shared and finding.agrees:
                    agreeing.add(view.id)
                elif shared and finding.likely and shared.is_past and view.id not in self._disputed:
                    found.append(Contested(view.id, finding.source.id, _says_otherwise(finding.source), shared))
        return found, agreeing

    def _end_documents(self) -> None:
        self._documents = ended_documents(self._library, self._scopes)
        over = (one for one in self._held if one.document_id in self._documents)
        self._ended.update((one.claim_id, self._documents[one.document_id]) for one in over)
        for older, newer in pairs(self._library, self._scopes):
            for old, new in said_anew(self._views.at(older.document_id), self._views.at(newer.document_id)):
                self._replace(new.id, old.id, "edition")

    def _end_withdrawn(self) -> None:
        """What its own document takes back held at no time, whatever became of the document; a closed section holds no longer."""
        for one in self._held:
            if says_so := self._library.closed.get(one.paragraph_id):
                self._ended[one.claim_id] = Ended(says_so, f"{CLOSED}: its heading or its status says that it is no longer in force")
            if statement := self._library.withdrawn.get(one.paragraph_id):
                self._ended[one.claim_id] = Ended(statement, f"{WITHDRAWN}: the words behind it take it back")

    def _end_former_values(self) -> None:
        for view in self._views.all:
            if former := is_former(view.place.text, view.source.language, view.measure, view.claim.candidate.quotes[0]):
                beside = self._views.at(view.place.paragraph_id)
                new = next((other for other in beside if other.measure == former.new), None)
                self._former.add(view.id)
                reason = "former value: the words say that it no longer holds"
                self._ended.setdefault(view.id, Ended(new.id if new else None, reason))
                if new:
                    self._replace(new.id, view.id, "former value")

    def _end_by_validity(self) -> None:
        for old, new in overtaken(self._in_force()):
            until = old.claim.candidate.valid_to
            self._ended.setdefault(old.id, Ended(new.id, f"validity: it held until {until}"))
            self._replace(new.id, old.id, "validity")

    def _end_provisions(self) -> None:
        found = changes(self._library, self._scopes)
        within = _within({change.node for change in found if change.rewrites}, self._held, self._library)
        provisions = Provisions(self._library, self._views, within, self._former)
        for change in found:
            for replaced in list(provisions.apply(change)):
                self._ended.setdefault(replaced.claim_id, replaced.ended)
                if replaced.new:
                    self._replace(replaced.new, replaced.claim_id, change.rule)

    def _compare_with_cited(self) -> None:
        citing = Citing(self._library, self._views)
        for view in self._in_force():
            if view.place.paragraph_id in self._library.references:
                findings = citing.compare(view)
                if any(finding.agrees and finding.source.id not in self._ended for finding in findings):
                    self._confirmed.add(view.id)
                else:
                    self._judge(findings)

    def _judge(self, findings: Sequence[Finding]) -> None:
        """A claim that states another value than its source is disputed, unless it is the value that took the place of the source's."""
        finding = next((finding for finding in findings if finding.likely), None)
        if finding is None:
            return
        view, source = finding.view, finding.source
        ended = self._ended.get(source.id)
        successor = self._views.by_id.get(ended.by or "") if ended else None
        if finding.agrees and ended:
            self._restate(view, source, ended)
        elif not successor or not successor.measure.equals(view.measure):
            self._dispute(view, source, _says_otherwise(source))

    def _restate(self, view: View, source: View, ended: Ended) -> None:
        """What restates a replaced edition, or was written before the change, falls with it; later it should have known better."""
        successor = self._views.by_id.get(ended.by or "")
        by = successor.source if successor else self._library.sources.get(ended.by or "")
        if source.source.document_id in self._documents or by is None or is_later(by, view.source):
            self._ended[view.id] = Ended(ended.by, "restatement: it says what was replaced")
        else:
            self._disputed[view.id] = Ended(ended.by, f"contradiction: what it cites was changed by {by.title}")
            if successor:
                self._relations.setdefault((view.id, "contradicts", successor.id), "contradiction")

    def _compare_with_others(self) -> None:
        decided = self._confirmed | self._disputed.keys()
        views = [view for view in self._in_force() if view.is_set and view.id not in self._disputed]
        for contest in Contests(self._library, self._authority).find(views):
            if contest.view.id not in decided:
                related = not contest.mutual or contest.view.order > contest.other.order
                self._dispute(contest.view, contest.other, contest.reason, related)

    def _in_force(self) -> list[View]:
        return [view for view in self._views.all if view.id not in self._ended]

    def _replace(self, new: str, old: str, reason: str) -> None:
        if new != old:
            self._relations.setdefault((new, "replaces", old), reason)

    def _dispute(self, view: View, other: View, reason: str, related: bool = True) -> None:
        self._disputed[view.id] = Ended(other.id, reason)
        if related:
            self._relations.setdefault((view.id, "contradicts", other.id), reason)

    def _standing(self, claim: str) -> Standing:
        if ended := self._ended.get(claim):
            return Standing(claim, "superseded", ended.by, ended.reason)
        if disputed := self._disputed.get(claim):
            return Standing(claim, "disputed", disputed.by, disputed.reason)
        return Standing(claim)


def _says_otherwise(source: View) -> str:
    return f"contradiction: {source.source.title}, which it cites, states another value"


def _within(nodes: Container[str], held: Iterable[Held], library: Library) -> Mapping[str, Sequence[str]]:
    """The ids of the claims within each of some sections and paragraphs."""
    found: dict[str, list[str]] = defaultdict(list)
    for one in held:
        place = library.places.get(one.paragraph_id)
        for node in place.nodes if place else ():
            if node in nodes:
                found[node].append(one.claim_id)
    return found
