"""References as the templated edition writes them: in full, with the clause and the edition of the document that is meant."""

from collections.abc import Mapping
from typing import Final

from lineproof.evals.library.model import Cited, Document, Target
from lineproof.evals.library.render import Cite

Directory = Mapping[str, Document]
"""All documents by their keys."""
ARTICLE: Final = ("manual",)


def style(source: Document, documents: Directory) -> Cite:
    """How a document writes its references."""
    return lambda cited, _: _written(cited, source, documents)


def _written(cited: Cited, source: Document, documents: Directory) -> str:
    if cited.text is not None:
        return cited.text
    target = cited.targets[0]
    name = called(documents[target.document])
    if target.section is None:
        return name
    clause = label(target, documents)
    return clause if target.document == source.key else f"{clause} of {name}"


def called(document: Document) -> str:
    """How a document is named in a sentence."""
    return f"the {document.name}" if document.family in ARTICLE else document.name


def label(target: Target, documents: Directory) -> str:
    """The label of a section: `S.4`, or `Section 4.1` where it is a bare number."""
    found = next(one.label for one in documents[target.document].sections if one.key == target.section)
    return f"Section {found}" if found[0].isdigit() else found
