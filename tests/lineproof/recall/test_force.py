"""What holds on a day: windows that sentences and documents state, with their ends."""

import datetime

import pytest

from lineproof.recall import Memory
from storage.workspace import Workspace
from tests.compiling import compiled

PARKING = {
    "spring.md": "# Parking\n\nFrom 1 March 2024 to 30 June 2024 the parking fee is 5 euros.\n",
    "summer.md": "# Parking later\n\nFrom 1 July 2024 the parking fee is 7 euros.\n",
    "tickets.md": "---\ntitle: Ticket Rules\nvalid_until: 2022-12\n---\n\n# Ticket Rules\n\nA ticket costs 3 euros.\n",
    "permit.md": "# Permit\n\nThe resident permit is valid until 31 December 2024.\n",
    "lots.md": "# Lots\n\nUntil 30 June 2024 the lot closes after 9 hours. The tower of the lot closes after 12 hours.\n",
}


@pytest.fixture(scope="module")
def parking(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return compiled(tmp_path_factory.mktemp("parking") / "shelf", {"parking": PARKING})


@pytest.mark.parametrize(
    ("question", "day", "path", "flags"),
    [
        ("What is the parking fee?", "2024-04-01", "spring.md", ()),
        ("What is the parking fee?", "2024-08-01", "summer.md", ()),
        ("What was the parking fee in April 2024?", None, "spring.md", ()),
        ("What does a ticket cost?", "2022-12-31", "tickets.md", ()),
        ("What does a ticket cost?", "2023-01-01", "tickets.md", ("expired: after 2022-12-31",)),
        ("Until when is the resident permit valid?", "2025-05-01", "permit.md", ("expired: after 2024-12-31",)),
        ("When does the tower of the lot close?", "2025-05-01", "lots.md", ()),
    ],
)
def test_a_window_ends_as_it_begins(parking: Workspace, question: str, day: str | None, path: str, flags: tuple[str, ...]) -> None:
    recalled = Memory(parking.corpus("parking")).recall_now(question, datetime.date.fromisoformat(day) if day else None)
    best = next(item for item in recalled.items if item.text.endswith("."))
    assert (best.path, best.flags) == (path, flags)


def test_what_expired_is_kept_behind_what_holds(parking: Workspace) -> None:
    recalled = Memory(parking.corpus("parking")).recall_now("What is the parking fee?", datetime.date(2024, 8, 1))
    assert "expired: after 2024-06-30" in next(item for item in recalled.items if item.path == "spring.md" and "fee" in item.text).flags
