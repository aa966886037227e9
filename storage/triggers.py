"""Triggers: what the database itself refuses, whoever writes.

Evidence before belief: a claim is written only once a quote of it is there, and a quote goes only once its claim is gone. So quotes are
inserted before claims and deleted after them. A trigger's body must be an insert; nothing ever arrives in ``ops.guard``.
"""

from dataclasses import dataclass
from typing import Final

GUARD: Final = "CREATE TABLE ops.guard (offending VARCHAR)"


@dataclass(frozen=True, slots=True)
class Trigger:
    """A statement trigger: after ``event`` on ``table``, ``offending`` selects ids from the rows that changed."""

    name: str
    event: str
    table: str
    offending: str
    says: str

    @property
    def sql(self) -> str:
        """The statement that makes it."""
        rows = "OLD TABLE AS changed" if self.event == "DELETE" else "NEW TABLE AS changed"
        return (
            f"CREATE TRIGGER {self.name} AFTER {self.event} ON {self.table} REFERENCING {rows} FOR EACH STATEMENT "  # noqa: S608
            f"INSERT INTO ops.guard SELECT error('{self.says}: ' || claim_id) FROM {self.offending}"
        )


_UNQUOTED: Final = "changed ANTI JOIN beliefs.quotes USING (claim_id)"
_NEEDED: Final = "(SELECT claim_id FROM beliefs.claims ANTI JOIN beliefs.quotes USING (claim_id))"

TRIGGERS: Final = (
    Trigger("claims_come_after_quotes", "INSERT", "beliefs.claims", _UNQUOTED, "a claim without a quote"),
    Trigger("claims_keep_quotes", "UPDATE", "beliefs.claims", _UNQUOTED, "a claim without a quote"),
    Trigger("quotes_go_after_claims", "DELETE", "beliefs.quotes", _NEEDED, "the last quote of a claim"),
    Trigger("quotes_stay_with_claims", "UPDATE", "beliefs.quotes", _NEEDED, "the last quote of a claim"),
)
