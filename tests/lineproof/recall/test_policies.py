"""Policies of answers: each text has a version, which is raised whenever the text changes."""

from hashlib import sha256

import pytest

from lineproof.recall import Memory
from lineproof.recall.errors import UnknownPolicy
from lineproof.recall.policies import POLICIES, policy_of

PUBLISHED = {"strict": (1, "0854ace572ac2f67"), "balanced": (2, "2071522ff372060d"), "advanced": (2, "045350b77c0f4fee")}
"""The versions that ship, each with the beginning of its hash: who changes a text raises its version, and writes both here."""


@pytest.mark.parametrize("name", POLICIES)
def test_a_text_that_changes_has_another_version(name: str) -> None:
    policy = policy_of(name)
    assert (policy.version, sha256(policy.text.encode()).hexdigest()[:16]) == PUBLISHED[name]


@pytest.mark.parametrize("name", POLICIES)
def test_the_version_is_told_and_stands_not_in_the_instructions(rules: Memory, name: str) -> None:
    recalled = rules.recall_now("For how many days may unused leave be carried over?", policy=name)
    assert recalled.trace["policy_version"] == PUBLISHED[name][0]
    assert recalled.answer_instructions.startswith(policy_of(name).text)
    assert "version:" not in recalled.answer_instructions


@pytest.mark.parametrize("name", ["loose", "", "../strict"])
def test_another_policy_is_refused(name: str) -> None:
    with pytest.raises(UnknownPolicy, match="strict, balanced, advanced"):
        policy_of(name)
