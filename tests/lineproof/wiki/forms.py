"""A small library of an insurer with what is believed of it: two editions of a form, an endorsement, a training page, a German note."""

from tests.lineproof.wiki.believing import Believed, Stated, Told
from tests.support import Open, Shelf, Statement, Text

REST = b"\n## Notes\n\n" + b"Nothing here is believed by anybody, and no page says it. " * 20 + b"\n"

OLD = Text(
    "forms/hv-30-01-2019-04.md",
    b"# Homeowners Form\n\n## S.4 Proof of Loss\n\nYou must send a proof of loss within 60 days.\n\n"
    b"## S.5 Appraisal\n\nEither party may demand appraisal.\n" + REST,
    "Homeowners Form", "HV 30 01", "2019-04",
)  # fmt: skip
NEW = Text(
    "forms/hv-30-01-2026-01.md",
    b"# Homeowners Form\n\nThis form replaces edition 2019-04.\n\n## Definitions\n\n\"Vacant\" means not lived in for 60 days.\n\n"
    b"## S.4 Proof of Loss\n\nYou must send a proof of loss within 90 days.\n\n## S.5 Appraisal\n\nEither party may demand appraisal.\n"
    b"No appraisal is held while a suit is pending.\n" + REST,
    "Homeowners Form", "HV 30 01", "2026-01",
)  # fmt: skip
ROOFS = Text(
    "endorsements/hv-04-51.md",
    b"# Roof Endorsement\n\n## R.1 Payment\n\nRoofs are settled at actual cash value.\nAn older roof is paid at 20%.\n\n"
    b"## R.2 Appraisal\n\nAn appraisal of a roof takes 30 days.\nSee HV 99 12.\n" + REST,
    "Roof Endorsement", "HV 04 51", "2026-01",
)  # fmt: skip
TRAINING = Text(
    "training/basics.md",
    b"# Basics\n\nThe homeowner has 60 days to send the proof of loss.\n| <b>x</b> [[y]] |\n" + REST,
    "Basics",
)
DEADLINE = "# Fristen\n\n## § 1 Anzeige\n\nEin Schaden ist binnen einer Woche anzuzeigen.\n"
NOTE = Text("notiz/frist.md", DEADLINE.encode() + REST, "Fristen", language="de")

FORMS = Believed(
    Shelf(
        (OLD, NEW, ROOFS, TRAINING, NOTE),
        (
            Statement(NEW.path, "supersedes", OLD.path, "metadata"),
            Statement(ROOFS.path, "attaches_to", NEW.path, "metadata"),
            Statement(f"{TRAINING.path}#L3", "refers_to", f"{NEW.path}#L9"),
        ),
        (Open(ROOFS.path, 10, "HV 99 12", "dangling"), Open(ROOFS.path, 9, "ISO 9000", "external")),
    ),
    (
        Stated(OLD.path, 5, "period", "S.4", "S.4 Proof of Loss of HV 30 01 (2019-04): You must send a proof of loss within 60 days.",
               "period: proof", "60", "day", "superseded", 3),
        Stated(OLD.path, 9, "permission", "S.5", "S.5 Appraisal of HV 30 01 (2019-04): Either party may demand appraisal.",
               status="superseded", by=4),
        Stated(NEW.path, 7, "definition", "vacant", "Definitions of HV 30 01 (2026-01): \"Vacant\" means not lived in for 60 days."),
        Stated(NEW.path, 11, "period", "S.4", "S.4 Proof of Loss of HV 30 01 (2026-01): You must send a proof of loss within 90 days.",
               "period: proof", "90", "day", concepts=("proof of loss",)),
        Stated(NEW.path, 15, "permission", "S.5", "S.5 Appraisal of HV 30 01 (2026-01): Either party may demand appraisal.",
               concepts=("appraisal",)),
        Stated(NEW.path, 16, "prohibition", "S.5", "S.5 Appraisal of HV 30 01 (2026-01): No appraisal is held while a suit is pending.",
               concepts=("appraisal",)),
        Stated(ROOFS.path, 5, "fact", "R.1", "R.1 Payment of HV 04 51 (2026-01): Roofs are settled at actual cash value."),
        Stated(ROOFS.path, 6, "percentage", "R.1", "R.1 Payment of HV 04 51 (2026-01): An older roof is paid at 20%."),
        Stated(ROOFS.path, 10, "period", "R.2", "R.2 Appraisal of HV 04 51 (2026-01): An appraisal of a roof takes 30 days.",
               concepts=("appraisal",)),
        Stated(TRAINING.path, 3, "period", "proof of loss", "The homeowner has 60 days to send the proof of loss.",
               "period: proof", "60", "day", "disputed", 3),
        Stated(TRAINING.path, 4, "fact", "Basics", "Basics: | <b>x</b> [[y]] |"),
        Stated(NOTE.path, 5, "obligation", "Anzeige", "§ 1 Anzeige von Fristen: Ein Schaden ist binnen einer Woche anzuzeigen."),
    ),
    (Told("list", "appraisal", "Appraisal is limited twice: not during a suit, and 30 days for a roof.", (5, 8)),),
)  # fmt: skip
