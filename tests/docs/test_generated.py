"""What is generated is up to date, and what must be named is named."""

import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from docs.generate import ANSWERS, PAGE, SCHEMAS, render, schema

HOUSE = Path(__file__).parents[2]
NOT_PERMISSIVE = re.compile(r"\b(?:A|L)?GPL|\bMPL|Mozilla|\bEPL|\bCDDL", re.IGNORECASE)


def test_the_page_on_sql_is_made_from_the_definitions() -> None:
    assert PAGE.read_text(encoding="utf-8") == render(), "run: make docs"


@pytest.mark.parametrize("command", ANSWERS)
def test_schemas_of_answers_are_made_from_their_types(command: str) -> None:
    assert (SCHEMAS / f"{command}.json").read_text(encoding="utf-8") == schema(command), "run: make docs"


def test_every_dependency_that_is_not_permissive_is_named_in_the_notice() -> None:
    notice = (HOUSE / "NOTICE").read_text(encoding="utf-8").casefold()
    found = [one.name for one in dependencies("lineproof") if NOT_PERMISSIVE.search(licence(one))]
    assert "docutils" in found
    assert not [name for name in found if name.casefold() not in notice]


def dependencies(name: str) -> list[Distribution]:
    """A package and all that it requires here, with every extra of the package itself."""
    seen: dict[str, Distribution] = {}
    pending = [name]
    while pending:
        current = pending.pop()
        try:
            found = distribution(current)
        except PackageNotFoundError:  # of another platform, or of an extra that is not installed
            continue
        if found.name in seen:
            continue
        seen[found.name] = found
        wanted = [Requirement(text) for text in found.requires or ()]
        pending += [one.name for one in wanted if one.marker is None or "extra" in str(one.marker) or one.marker.evaluate()]
    return list(seen.values())


def licence(package: Distribution) -> str:
    """What the metadata of a package say of its licence; a full text in the field is no name of a licence."""
    classifiers = [text for text in package.metadata.get_all("Classifier") or () if text.startswith("License")]
    field = (package.metadata.get("License") or "").partition("\n")[0]
    return " ".join([package.metadata.get("License-Expression") or "", field, *classifiers])
