"""Keys of documents, and how the dirty ones become one range."""

from hypothesis import given
from hypothesis import strategies as st

from lineproof.evidence.hashing import document_id
from pipelines.partitions import MOST_KEYS, arrange, buckets_for, partition_of

KEYS = st.lists(st.sampled_from("abcdefgh"), unique=True)


def test_a_document_is_shown_by_its_path() -> None:
    assert partition_of("c", "forms/Ärger |,[x].md") == "forms/Ärger |,[x].md"


def test_a_path_that_dagster_forbids_is_shown_by_id() -> None:
    assert partition_of("c", "a...b.md") == document_id("c", "a...b.md")
    assert partition_of("c", "a\nb.md") == document_id("c", "a\nb.md")


def test_a_very_large_corpus_is_shown_in_buckets() -> None:
    assert buckets_for(MOST_KEYS) == 0
    buckets = buckets_for(MOST_KEYS + 1)
    found = {partition_of("c", f"{n}.md", buckets) for n in range(5_000)}
    assert len(found) == buckets == 256
    assert partition_of("c", "1.md", buckets) == partition_of("c", "1.md", buckets)


@given(current=KEYS, present=KEYS, dirty=KEYS)
def test_the_dirty_keys_become_the_end_of_the_set(current: list[str], present: list[str], dirty: list[str]) -> None:
    found = arrange(current, present, dirty)
    after = [key for key in current if key not in found.remove] + list(found.add)
    assert len(after) == len(set(after))
    assert set(after) == set(present) | set(dirty)
    assert set(after[len(after) - len(dirty) :]) == set(dirty)
    if dirty:
        assert found.first == after[len(after) - len(dirty)]
        assert found.last == after[-1]
    else:
        assert found.first is found.last is None


def test_nothing_moves_when_the_dirty_keys_are_the_tail_already() -> None:
    found = arrange(["a", "b", "c"], ["a", "b", "c"], ["c", "b"])
    assert (found.remove, found.add, found.first, found.last) == ((), (), "b", "c")


def test_keys_that_a_killed_run_left_out_come_back_before_the_dirty_ones() -> None:
    found = arrange(["a", "c"], ["a", "b", "c"], ["c"])
    assert (found.remove, found.add, found.first, found.last) == (("c",), ("b", "c"), "c", "c")
