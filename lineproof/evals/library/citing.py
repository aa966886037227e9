"""References as the templated edition writes them: in full, with the clause and the edition of the document that is meant."""

from collections.abc import Mapping
from typing import Final

from lineproof.evals.library.model import Cited, Document, Target

Directory = Mapping[str, Document]
"""All documents by their keys."""
ARTICLE: Final = ("manual",)


def cite(cited: Cited, source: Document, documents: Directory) -> str:
    """The words of a reference."""
    if cited.text is not None:
        return cited.text
    target = documents[cited.targets[0].document]
    sections = [label(one, documents) for one in cited.targets if one.section]
    if not sections:
        return called(target)
    clause = _joined(sections)
    return clause if target.key == source.key else f"{clause} of {called(target)}"


def called(document: Document) -> str:
    """How a document is named in a sentence."""
    return f"the {document.name}" if document.family in ARTICLE else document.name


def label(target: Target, documents: Directory) -> str:
    """The label of a section: `S.4`, or `Section 4.1` where it is a bare number."""
    found = next(one.label for one in documents[target.document].sections if one.key == target.section)
    return f"Section {found}" if found[0].isdigit() else found


def _joined(sections: list[str]) -> str:
    """`S.1 and S.4`; `Sections 1 and 2`."""
    if len(sections) == 1:
        return sections[0]
    if sections[0].startswith("Section "):
        sections = [f"Sections {sections[0][8:]}", *(one[8:] for one in sections[1:])]
    return f"{', '.join(sections[:-1])} and {sections[-1]}"
