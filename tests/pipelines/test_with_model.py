"""A sync with a model: a hostile one, one that is killed in the middle, and one whose budget is spent."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from storage.answers import calls
from storage.snapshots import current
from storage.workspace import Corpus, Workspace
from tests.model_server import Server, Step, answer, error, scripted, user_text

HOSTILE = Path(__file__).parents[1] / "lineproof" / "beliefs" / "hostile"
CANDIDATES = [json.loads(line) for line in (HOSTILE / "candidates.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def server() -> Iterator[Server]:
    with scripted() as running:
        yield running


@pytest.fixture
def corpus(server: Server, tmp_path: Path) -> Corpus:
    """A corpus of hostile documents; only the role that proposes has a model."""
    shutil.copytree(HOSTILE, tmp_path / "sources", ignore=shutil.ignore_patterns("*.jsonl"))
    settings = f'[corpora.hostile]\npath = "sources"\n[models.propose]\nmodel = "scripted"\nbase_url = "{server.url}"\n'
    (tmp_path / "lineproof.toml").write_text(settings)
    return Workspace.open(tmp_path).corpus("hostile")


def sync(corpus: Corpus) -> subprocess.CompletedProcess[str]:
    return ask(corpus, "sync")


def ask(corpus: Corpus, name: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pipelines.command", name, *options, "--workspace", str(corpus.data.parents[1]), "--json"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("OPENAI", "LINEPROOF"))}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=300)


def rows(corpus: Corpus, query: str) -> list[tuple[Any, ...]]:
    with duckdb.connect(str(current(corpus)), read_only=True) as connection:
        return connection.execute(query).fetchall()


def proposals(*given: tuple[str, str]) -> Step:
    empty = {"subject": "", "slot": None, "kind": "fact", "polarity": "positive", "modality": "none", "valid_from": None, "valid_to": None}
    return answer({"candidates": [{**empty, "statement": statement, "quote": quote} for statement, quote in given]}, tokens=(900, 100))


def lying(request: dict[str, Any]) -> Step:
    """All hostile candidates of the document that is shown."""
    text = user_text(request)
    names = {"Blue Homeowners": "policy.md", "RFC 90001": "protocol.md", "Archiv": "verordnung.md", "Minutes": "minutes.md"}
    shown = next(name for title, name in names.items() if title in text)
    return proposals(*((one["statement"], one["quote"]) for one in CANDIDATES if one["document"] == shown))


def quoting(request: dict[str, Any]) -> Step:
    """The first sentence that is shown, as it stands."""
    text = re.split(r"BEGIN text \w+\n", user_text(request))[1]
    first = re.split(r"(?<=\.)\s", text)[0]
    return proposals((first, first))


def test_a_hostile_model_is_not_believed(server: Server, corpus: Corpus) -> None:
    server.script = lying
    assert sync(corpus).returncode == 0
    hostile = {" ".join(one["statement"].split())[:600] for one in CANDIDATES}
    believed = {statement for (statement,) in rows(corpus, "SELECT statement FROM claims_with_evidence")}
    assert believed & hostile == set()
    refused = dict(rows(corpus, "SELECT statement, any_value(reason) FROM rejected_candidates GROUP BY 1"))
    assert len(refused.keys() & hostile) > 60, "the others were narrowed to what their quotes say"
    assert all(refused[statement] for statement in refused.keys() & hostile)
    assert not [statement for statement in believed if "ignore all" in statement.lower()]


def test_what_was_bought_survives_a_kill(server: Server, corpus: Corpus, tmp_path: Path) -> None:
    server.script = quoting
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-m", "pipelines.command", "sync", "--workspace", str(tmp_path)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:

        def killing(request: dict[str, Any]) -> Step:
            if len(server.requests) >= 8:
                process.send_signal(signal.SIGKILL)
            return quoting(request)

        server.script = killing
        assert process.wait(timeout=300) == -signal.SIGKILL
    kept = sum(call.outcome == "ok" for call in calls(corpus.answers))
    assert kept >= 1
    server.script = quoting
    before = len(server.requests)
    assert sync(corpus).returncode == 0
    bought = len(server.requests) - before
    assert sum(call.cached for call in calls(corpus.answers)) >= kept
    assert sync(corpus).returncode == 0
    assert len(server.requests) - before == bought, "a sync with nothing to do asks nothing"
    assert rows(corpus, "SELECT count(*) FROM beliefs.claims WHERE proposer = 'scripted'")[0][0] > 5


def test_a_spent_budget_ends_the_run_and_the_next_goes_on(server: Server, corpus: Corpus, tmp_path: Path) -> None:
    server.script = quoting
    file = tmp_path / "lineproof.toml"
    whole = file.read_text()
    file.write_text(whole + "[budgets.run]\ntokens = 4000\n")
    assert sync(corpus).returncode == 3
    part = rows(corpus, "SELECT count(DISTINCT document_id) FROM beliefs.claims")[0][0]
    assert part < 4
    asked = len(server.requests)
    file.write_text(whole)
    assert sync(corpus).returncode == 0
    assert rows(corpus, "SELECT count(DISTINCT document_id) FROM beliefs.claims")[0][0] == 4
    fresh = [request["messages"][1]["content"] for request in server.requests]
    assert asked < len(fresh) == len(set(fresh)), "nothing is bought twice"


HALL = "Visitors of the hall pay an entrance fee of 3 euros at the desk."
TOWER = "Visitors of the tower pay an entrance fee of 8 euros at the desk."


def stating(request: dict[str, Any]) -> Step:
    """Every sentence that is shown, as it stands; the verifier knows nothing."""
    found = re.search(r"BEGIN text \w+\n(.*)\nEND text", user_text(request), re.DOTALL)
    said = re.findall(r"[A-Z][^.\n]*\.", found[1] if found else "")
    if "BEGIN statement" in user_text(request):
        return answer({"evidence": "", "answer": "unknown"})
    return proposals(*((sentence, sentence) for sentence in said))


def test_what_a_model_broke_off_is_seen_and_nothing_that_stands_is_lost(server: Server, tmp_path: Path) -> None:
    """An interrupted run looked fresh, and retracted claims whose quotes stood, for want of a judge."""
    (tmp_path / "sources").mkdir()
    file = tmp_path / "sources" / "fees.md"
    file.write_text(f"# Fees\n\n{HALL}\n\n{TOWER}\n")
    roles = "".join(f'[models.{role}]\nmodel = "scripted"\nbase_url = "{server.url}"\ntries = 1\n' for role in ("propose", "verify"))
    (tmp_path / "lineproof.toml").write_text(f'[corpora.fees]\npath = "sources"\n{roles}')
    corpus = Workspace.open(tmp_path).corpus("fees")
    server.script = stating
    assert sync(corpus).returncode == 0
    file.write_text(f"# Fees\n\n{HALL} Children enter free of charge.\n\n{TOWER.replace('8', '9')}\n")
    server.script = [error(503)]
    broken = sync(corpus)
    assert broken.returncode == 3
    assert json.loads(broken.stdout)["corpora"][0]["events"] == {}
    assert rows(corpus, "SELECT statement FROM claims_with_evidence") == [(HALL,)]
    checked = ask(corpus, "check")
    assert checked.returncode == 1
    [found] = json.loads(checked.stdout)["corpora"]
    assert found["unfinished"] == ["fees.md"]
    assert {claim["statement"] for claim in found["stale"]} == {HALL, TOWER}
    assert json.loads(ask(corpus, "status").stdout)["corpora"][0]["waiting"] == ["fees.md"]
    server.script = stating
    mended = sync(corpus)
    assert mended.returncode == 0
    assert json.loads(mended.stdout)["corpora"][0]["events"] == {"confirmed": 1, "revised": 1, "asserted": 1}
    assert ask(corpus, "check").returncode == 0
    asked = [user_text(request) for request in server.requests if "BEGIN statement" in user_text(request)]
    assert len(asked) == 2, "each claim whose evidence changed is asked about once"


def estimated(corpus: Corpus) -> dict[str, dict[str, Any]]:
    """What a dry run says of each role."""
    done = ask(corpus, "sync", "--dry-run")
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout)["corpora"][0]["estimates"])


def test_a_dry_run_tells_what_would_be_asked_and_asks_nothing(server: Server, corpus: Corpus, tmp_path: Path) -> None:
    server.script = quoting
    file = tmp_path / "lineproof.toml"
    file.write_text(file.read_text() + "[prices.scripted]\nprompt = 1.0\ncompletion = 2.0\n")
    before = estimated(corpus)
    assert server.requests == []
    assert before.keys() == {"propose"}, "the other roles have no model"
    assert before["propose"]["calls"] > 0 < before["propose"]["cost"]
    assert (before["propose"]["stored"], before["propose"]["at_most"]) == (0, False)
    sync(corpus)
    assert len(server.requests) == before["propose"]["calls"]
    assert estimated(corpus)["propose"]["calls"] == 0


SITES = ("Arden", "Bellmore", "Calloway")
SITE = (
    "# Rules of {site}\n\n## 1 Parking permits\n\nOwners of a parking permit must pay the parking fee of 20 euros within 30 days. "
    "{more}\n\nOwners of a parking permit must return the parking permit within 14 days.\n"
)


def all_roles(request: dict[str, Any]) -> Step:
    """A model for whatever it is asked: it states what is shown, doubts all statements, and neither composes nor reflects."""
    kind = json.dumps(request["messages"][0])
    if "summaries" in kind:
        return answer({"summaries": []})
    return answer({"sentences": []}) if "sentences" in kind and "BEGIN claims" in user_text(request) else stating(request)


def sites(server: Server, folder: Path, *roles: str) -> Corpus:
    """A corpus on several sites, some of whose roles have a model."""
    (folder / "sources").mkdir()
    for site in SITES:
        (folder / "sources" / f"{site}.md").write_text(SITE.format(site=site, more=""))
    named = "".join(f'[models.{role}]\nmodel = "scripted"\nbase_url = "{server.url}"\n' for role in roles)
    (folder / "lineproof.toml").write_text(f'[corpora.sites]\npath = "sources"\n{named}')
    server.script = all_roles
    return Workspace.open(folder).corpus("sites")


def bought(corpus: Corpus) -> Counter[str]:
    """How many answers were bought, by role."""
    return Counter(call.role for call in calls(corpus.answers) if not call.cached)


def test_a_dry_run_knows_what_follows_from_the_rules_and_bounds_what_does_not(server: Server, tmp_path: Path) -> None:
    corpus = sites(server, tmp_path, "verify", "reflect", "compose")
    first = estimated(corpus)
    assert not corpus.answers.exists()
    assert not any(one["at_most"] for one in first.values())
    assert first["verify"]["calls"] == 0 < min(first["reflect"]["calls"], first["compose"]["calls"])
    assert sync(corpus).returncode == 0
    after_first = bought(corpus)
    assert after_first == {role: one["calls"] for role, one in first.items() if one["calls"]}
    (tmp_path / "sources" / "Arden.md").write_text(SITE.format(site="Arden", more="Owners of a garage may pay within 40 days."))
    database, asked = corpus.database.read_bytes(), len(server.requests)
    second = estimated(corpus)
    assert (corpus.database.read_bytes(), len(server.requests)) == (database, asked), "nothing was changed or asked"
    assert {role: one["at_most"] for role, one in second.items()} == {"verify": False, "reflect": True, "compose": True}
    assert sync(corpus).returncode == 0
    more = bought(corpus) - after_first
    assert more["verify"] == second["verify"]["calls"] > 0
    assert all(more[role] <= second[role]["calls"] for role in ("reflect", "compose"))


def test_a_dry_run_bounds_what_depends_on_what_a_model_will_propose(server: Server, tmp_path: Path) -> None:
    corpus = sites(server, tmp_path, "propose", "verify", "reflect", "compose")
    first = estimated(corpus)
    assert {role: one["at_most"] for role, one in first.items()} == {"propose": False, "verify": True, "reflect": True, "compose": True}
    assert sync(corpus).returncode == 0
    after_first = bought(corpus)
    assert all(after_first[role] <= one["calls"] for role, one in first.items())
    (tmp_path / "sources" / "Arden.md").write_text(SITE.format(site="Arden", more="").replace("20 euros", "25 euros"))
    second = estimated(corpus)
    assert second["verify"]["at_most"]
    assert sync(corpus).returncode == 0
    more = bought(corpus) - after_first
    assert more["propose"] == second["propose"]["calls"]
    assert 0 < more["verify"] <= second["verify"]["calls"]
    assert all(more[role] <= second[role]["calls"] for role in ("reflect", "compose"))
    nothing = estimated(corpus)
    assert {role: one["calls"] for role, one in nothing.items()} == dict.fromkeys(nothing, 0)
