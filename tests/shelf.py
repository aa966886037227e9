"""Texts of small corpora: rules that replace one another, handbooks that use different words, and a conversation."""

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
HANDBOOKS = {
    "field.md": "---\ntitle: Field Handbook\nidentifier: FH 10\n---\n\n# Field Handbook\n\n"
    "## 1 Absence\n\nUnused leave may be carried over for at most 10 days.\n\n"
    "## 2 Meals\n\nMeals cost at most $40 a day.\n\n## 3 Parking\n\nA garage place costs at most $90 a month.\n",
    "office.md": "---\ntitle: Office Handbook\nidentifier: OH 20\n---\n\n# Office Handbook\n\n"
    "## 1 Absence\n\nUnspent vacation may be carried over for at most 15 days.\n",
    "shop.md": "---\ntitle: Shop Handbook\nidentifier: SH 30\n---\n\n# Shop Handbook\n\n"
    "## 1 Absence\n\nUnspent vacation may be carried over for at most 12 days.\n",
    "news.md": "# Staff News\n\n## Lunch\n\nLunch money is $40 a day (2 of FH 10).\n\n"
    "## Riding\n\nThe bicycle bonus is $70 a month (3 of FH 10).\n",
}
CHAT = [
    {"id": "D1:1", "speaker": "Anna", "time": "2024-05-02T10:00:00", "text": "Which animal did you adopt?"},
    {"id": "D1:2", "speaker": "Bo", "time": "2024-05-02T10:01:00", "text": "Yesterday we took home a grey rabbit called Pixel."},
    {"id": "D1:3", "speaker": "Anna", "time": "2024-05-02T10:02:00", "text": "Lovely! I went hiking in the Harz instead."},
    {"id": "D1:4", "speaker": "Bo", "time": "2024-05-02T10:03:00", "text": "The weather was fine for hiking."},
]
