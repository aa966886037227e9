"""The shelves that the read path is tested on: forms of an insurer in several editions, and notes about them."""

from tests.support import Open, Shelf, Statement, Text

BASE_2019 = Text(
    "forms/hv-30-01-2019-04.md",
    b"# Homeowners Form\n\n## Section I - Property\n\nW.1 We cover the dwelling.\n"
    b"W.2 Limit of liability applies.\n"
    b"\n## Section II - Liability\n\nSee W.2, Limit of Liability.\n",
    "Homeowners Form",
    "HV 30 01",
    "2019-04",
)
BASE_2026 = Text(
    "forms/hv-30-01-2026-01.md",
    b"# Homeowners Form\n\n## Section I - Property\n\nW.1 We cover the dwelling.\n"
    b"W.4 Roofs are settled at actual cash value.\n"
    b"\n## Deductibles\n\nThe deductible is $1,000.\n### Wind deductible\n\nTwo percent.\n",
    "Homeowners Form",
    "HV 30 01",
    "2026-01",
    terms=((6, "actual cash value"),),
)
ROOFS = Text(
    "endorsements/hv-04-51-2026-01.md",
    b"# Roof Surfacing Endorsement\n\nThis endorsement modifies W.4.\nThe deductible of the form applies.\nSee W.4 again.\n",
    "Roof Surfacing Endorsement",
    "HV 04 51",
    "2026-01",
)
GUIDE = Text(
    "guide/handbuch.md",
    "# Handbuch\n\n## § 8 Haftung\n\nDie Verträge.\x00\n\tEnde\ufeff\n".encode(),
    "Handbuch",
    language="de",
)
LATIN = Text("guide/latin.txt", "Señal número 1\nzweite Zeile\n".encode("latin-1"), "latin", encoding="latin-1")
EMPTY = Text("guide/empty.txt", b"", "empty.txt")

FORMS = Shelf(
    (BASE_2019, BASE_2026, ROOFS, GUIDE, LATIN, EMPTY),
    (
        Statement(BASE_2026.path, "supersedes", BASE_2019.path, "metadata"),
        Statement(BASE_2026.path, "supersedes", BASE_2019.path, "marker"),
        Statement(ROOFS.path, "attaches_to", BASE_2026.path, "metadata"),
        Statement(f"{ROOFS.path}#L3", "amends", f"{BASE_2026.path}#L6", partial=True),
        Statement(f"{ROOFS.path}#L3", "refers_to", f"{BASE_2026.path}#L6"),
        Statement(f"{ROOFS.path}#L5", "refers_to", f"{BASE_2026.path}#L6", "alias"),
        Statement(f"{ROOFS.path}#L4", "refers_to", BASE_2026.path),
        Statement(f"{BASE_2019.path}#L10", "refers_to", f"{BASE_2019.path}#L6"),
        Statement(f"{BASE_2026.path}#L6", "uses_term", f"term:{BASE_2026.path}:actual cash value"),
        Statement(GUIDE.path, "supersedes", GUIDE.path),
    ),
    (
        Open(ROOFS.path, 3, "HV 99 99", "dangling"),
        Open(GUIDE.path, 5, "the form", "ambiguous", (BASE_2019.path, BASE_2026.path)),
        Open(GUIDE.path, 5, "ISO 9000", "external"),
    ),
    {"guide/broken.md": "cannot be read: permission denied"},
)

MEMO = Text("memo.md", b"# Memo on deductibles\n\nNothing here.\n", "Memo on deductibles", "MEMO 7")
HANDBUCH = Text("guide/handbuch.md", b"# Handbook\n", "Handbook")
NOTES = Shelf((MEMO, HANDBUCH))
