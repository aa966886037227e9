"""Short documents for tests of standings."""


def document(opening: str = "", /, sections: dict[str, str] | None = None, **fields: str) -> str:
    """A Markdown document with front matter, an opening, and sections by their headings."""
    front = "".join(f"{name}: {value}\n" for name, value in fields.items())
    below = "".join(f"\n## {heading}\n\n{text}\n" for heading, text in (sections or {}).items())
    return f"---\n{front}---\n\n# {fields['title']}\n\n{opening}\n{below}"


FORM_2018 = document(
    title="Home Form", form="HO 00 03", edition="2018-05", effective="2018-05-01",
    sections={
        "A.3 Jewelry": "The most we pay for theft of jewelry is $1,500.",
        "C.1 Proof of Loss": "You must give us a sworn proof of loss within 60 days after our request.",
        "C.2 Deductible": "The deductible is $500 for each loss.",
    },
)  # fmt: skip
FORM_2024 = document(
    title="Home Form", form="HO 00 03", edition="2024-07", effective="2024-07-01", supersedes="HO 00 03 (2018-05)",
    sections={
        "A.3 Jewelry": "The most we pay for theft of jewelry is $2,500.",
        "C.1 Proof of Loss": "You must give us a sworn proof of loss within 90 days after our request.",
        "C.2 Deductible": "The deductible is $1,000 for each loss.",
    },
)  # fmt: skip
FORMS = {"forms/2018.md": FORM_2018, "forms/2024.md": FORM_2024}
MANUAL = document(
    title="Claims Handling Manual", identifier="Claims Handling Manual", effective="2025-01-01",
    sections={
        "2.1 First Contact": "The adjuster calls the insured within two days of the assignment.",
        "2.2 Authority": "A desk adjuster may settle losses up to $15,000. A field adjuster may settle losses up to $40,000.",
        "2.3 Acknowledgment": "A notice of claim is acknowledged within 15 days. A card is enough.",
    },
)  # fmt: skip


def bulletin(text: str, number: str = "2025-11", effective: str = "2025-11-01", **fields: str) -> str:
    """A bulletin with one section."""
    name = f"Bulletin {number}"
    return document(title=fields.pop("title", "Changes"), identifier=name, effective=effective, sections={"1 Rule": text}, **fields)
