"""The buyer: what is not stored is bought from an endpoint, entered in the ledger and stored at once.

purchase   one thing to be bought: whom to ask, what the reply means, and how it is stored
attempt    one try; each is a row of the ledger, whatever it brought
lost       an endpoint that was unavailable several times in a row, or that asks to wait for longer than the run has patience; for the
           rest of the run it is not asked again
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from lineproof.models.budget import Budget
from lineproof.models.endpoint import Again, Endpoint, Reply
from lineproof.models.errors import BadAnswer, Denied, Unavailable
from lineproof.models.retry import Timing, asked_wait, repeated
from lineproof.models.settings import Served
from storage.answers import OK, Answers, Call, Spent, StoredAnswer

LOST_AFTER: Final = 3


@dataclass(frozen=True, slots=True)
class Purchase:
    """One thing to be bought.

    ``least`` is about how many tokens are sent, ``ask`` sends them, ``read`` makes of a reply what is stored, and ``failed`` what is
    stored of one that cannot be used; ``read`` raises BadAnswer for such a reply.
    """

    served: Served
    purpose: str
    fingerprint: str | None
    least: int
    ask: Callable[[Endpoint], Awaitable[Reply]]
    read: Callable[[Reply], Sequence[StoredAnswer]]
    failed: Callable[[BadAnswer], Sequence[StoredAnswer]]


class Buyer:
    """Buys for one run on one corpus, in one event loop.

    Args:
        answers: where answers and calls are kept.
        budget: what may be spent.
        run_id: the run that the ledger names.
        timing: clock and waiting.
        key: the key of a role.
    """

    def __init__(self, answers: Answers, budget: Budget, run_id: str, timing: Timing, key: Callable[[str], str]) -> None:
        self._answers = answers
        self._budget = budget
        self._run_id = run_id
        self._timing = timing
        self._key = key
        self._endpoints: dict[str, Endpoint] = {}
        self._failures: Counter[str] = Counter()
        self._lost: dict[str, str] = {}

    async def buy(self, purchase: Purchase) -> Sequence[StoredAnswer]:
        """Try as often as the settings of the role allow.

        Raises:
            BadAnswer: the answer is of no use; it is stored as such.
            Unavailable, Denied, BudgetSpent, NoModel: nothing was bought.
        """
        served = purchase.served
        if said := self._lost.get(served.base_url):
            raise Unavailable(said)
        try:
            bought = await repeated(lambda: self._attempt(purchase), served.how, self._timing)
        except Again as error:
            raise Unavailable(self._failed(served, error)) from None
        self._failures[served.base_url] = 0
        return bought

    def hit(self, served: Served, purpose: str, stored: StoredAnswer) -> None:
        """Enter an answer that did not have to be bought."""
        self._answers.hit(self._call(served, purpose, stored.fingerprint, stored.outcome, None, 0.0))

    async def close(self) -> None:
        """Close all connections."""
        for endpoint in self._endpoints.values():
            await endpoint.close()

    async def _attempt(self, purchase: Purchase) -> Sequence[StoredAnswer]:
        served = purchase.served
        reply = Reply(None)
        kept: tuple[StoredAnswer, ...] = ()
        error: Again | Denied | BadAnswer | None = None
        with self._budget.reserved(Spent(purchase.least, served.cost(purchase.least, 0) or 0.0)):
            endpoint = self._endpoint(served)
            began = self._timing.monotonic()
            try:
                reply = await purchase.ask(endpoint)
                kept = tuple(purchase.read(reply))
            except Again as again:
                reply, error = Reply(None, again.prompt_tokens), again
            except BadAnswer as fault:
                kept, error = tuple(purchase.failed(fault)), fault
            except Denied as denied:
                error = denied
            seconds = self._timing.monotonic() - began
            outcome = error.outcome if error else OK
            self._enter(self._call(served, purchase.purpose, purchase.fingerprint, outcome, reply, seconds), kept)
        if error:
            raise error
        return kept

    def _enter(self, call: Call, kept: Sequence[StoredAnswer]) -> None:
        self._budget.add(Spent(call.prompt_tokens + call.completion_tokens, call.cost or 0.0, call.latency_ms / 1000))
        self._answers.keep(kept, call)

    def _endpoint(self, served: Served) -> Endpoint:
        if served.role not in self._endpoints:
            self._endpoints[served.role] = Endpoint(served, self._key(served.role))
        return self._endpoints[served.role]

    def _failed(self, served: Served, error: Again) -> str:
        """Count a failure, and say what to do; of an endpoint that is lost by it, that is said for the rest of the run."""
        wait = asked_wait(error.after, self._timing.now())
        when = "later" if wait is None else f"in {wait:.0f} s"
        said = f"{served.host} does not answer for {served.model} ({served.role}): {error.reason}. Run it again {when}."
        self._failures[served.base_url] += 1
        if self._failures[served.base_url] >= LOST_AFTER or (wait or 0.0) > served.how.patience:
            self._lost[served.base_url] = said
        return said

    def _call(self, served: Served, purpose: str, fingerprint: str | None, outcome: str, reply: Reply | None, seconds: float) -> Call:
        """A row of the ledger; without a reply the answer was stored, and cost nothing."""
        counted = (reply.prompt_tokens, reply.completion_tokens) if reply else (0, 0)
        return Call(
            at=self._timing.now(),
            run_id=self._run_id,
            role=served.role,
            purpose=purpose,
            model=served.model,
            outcome=outcome,
            cached=reply is None,
            prompt_tokens=counted[0],
            completion_tokens=counted[1],
            cost=served.cost(*counted),
            latency_ms=round(seconds * 1000, 3),
            fingerprint=fingerprint,
        )
