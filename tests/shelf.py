"""Texts of two small corpora: rules that replace one another, and a conversation."""

RULES = {
    "leave-2020.md": "---\ntitle: Leave Rules\nidentifier: LR 10\nedition: 2020-01\neffective: 2020-01-01\n---\n\n# Leave Rules\n\n"
    "## Carry-over\n\nUnused leave may be carried over for at most 10 days.\n\n## Illness\n\nAn illness must be reported within 3 days.\n",
    "leave-2024.md": "---\ntitle: Leave Rules\nidentifier: LR 10\nedition: 2024-01\neffective: 2024-01-01\n"
    "supersedes: LR 10 (2020-01)\n---\n\n# Leave Rules\n\n"
    "## Carry-over\n\nUnused leave may be carried over for at most 15 days.\n\n## Illness\n\nAn illness must be reported within 2 days.\n",
    "travel.md": "# Travel Manual\n\n## Booking\n\nFlights are booked by the travel desk; for leave on a trip see LR 10 (2024-01).\n\n"
    "## Code HX-77\n\nUse code HX-77 for the night train.\n\n## Meals\n\nMeals cost at most $40 a day.\n",
    "versicherung.md": "# Versicherung\n\n## Widerruf\n\n"
    "Die Widerrufsbelehrung ist dem Versicherungsnehmer auszuhändigen und gilt für den Vertrag.\n",
}
CHAT = [
    {"id": "D1:1", "speaker": "Anna", "time": "2024-05-02T10:00:00", "text": "Which animal did you adopt?"},
    {"id": "D1:2", "speaker": "Bo", "time": "2024-05-02T10:01:00", "text": "Yesterday we took home a grey rabbit called Pixel."},
    {"id": "D1:3", "speaker": "Anna", "time": "2024-05-02T10:02:00", "text": "Lovely! I went hiking in the Harz instead."},
    {"id": "D1:4", "speaker": "Bo", "time": "2024-05-02T10:03:00", "text": "The weather was fine for hiking."},
]
