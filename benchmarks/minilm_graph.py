# /// script
# requires-python = ">=3.11"
# dependencies = ["onnx>=1.20,<2"]
# ///
"""Write lineproof/models/minilm.onnx: the structure of all-MiniLM-L6-v2 as an ONNX graph whose weights are given to it when it is opened.

Usage: build/uv/bin/uv run --script benchmarks/minilm_graph.py

The graph is BERT (Devlin et al. 2019, figure 1) in the fused operators of onnxruntime. It takes ids of tokens (texts, tokens) of texts that
have equally many, and gives the hidden state of each token (texts, tokens, 384): without padding there is nothing to mask. Pooling
is left to the caller, since the operator for means adds in another order where there is one text only.
"""

from pathlib import Path
from typing import Final

from onnx import ModelProto, NodeProto, TensorProto, helper

TARGET: Final = Path(__file__).parents[1] / "lineproof/models/minilm.onnx"
LAYERS: Final = 6
HEADS: Final = 12
SIZE: Final = 384
INNER: Final = 1536
WORDS: Final = 30522
PLACES: Final = 512
EPSILON: Final = 1e-12
FUSED: Final = "com.microsoft"


def weights() -> dict[str, tuple[int, ...]]:
    """The names and shapes of the weights that the graph is given; matrices multiply from the right."""
    shapes: dict[str, tuple[int, ...]] = {"words": (WORDS, SIZE), "places": (PLACES, SIZE), "scale": (SIZE,), "shift": (SIZE,)}
    layer: dict[str, tuple[int, ...]] = {
        "attend": (SIZE, 3 * SIZE),
        "attend_bias": (3 * SIZE,),
        "join": (SIZE, SIZE),
        "join_bias": (SIZE,),
        "join_scale": (SIZE,),
        "join_shift": (SIZE,),
        "widen": (SIZE, INNER),
        "widen_bias": (INNER,),
        "narrow": (INNER, SIZE),
        "narrow_bias": (SIZE,),
        "narrow_scale": (SIZE,),
        "narrow_shift": (SIZE,),
    }
    return shapes | {f"{number}.{name}": shape for number in range(LAYERS) for name, shape in layer.items()}


def embedding() -> list[NodeProto]:
    """Words and their places, added and normalised."""
    return [
        helper.make_node("Gather", ["words", "ids"], ["word"]),
        helper.make_node("Shape", ["ids"], ["tokens"], start=1, end=2),
        helper.make_node("Slice", ["places", "first", "tokens"], ["place"]),
        helper.make_node("Add", ["word", "place"], ["sum"]),
        helper.make_node("LayerNormalization", ["sum", "scale", "shift"], ["0.in"], axis=-1, epsilon=EPSILON),
    ]


def layer(number: int) -> list[NodeProto]:
    """One layer: attention, then the two dense steps; each is added to what it was made from and normalised."""

    def node(operator: str, inputs: list[str], output: str, **how: float) -> NodeProto:
        domain = "" if operator == "MatMul" else FUSED
        return helper.make_node(operator, [f"{number}.{name}" for name in inputs], [output], domain=domain, **how)

    own = f"{number}."
    following = f"{number + 1}.in" if number + 1 < LAYERS else "hidden"
    return [
        node("Attention", ["in", "attend", "attend_bias"], f"{own}attended", num_heads=HEADS),
        node("MatMul", ["attended", "join"], f"{own}joined"),
        node("SkipLayerNormalization", ["joined", "in", "join_scale", "join_shift", "join_bias"], f"{own}mid", epsilon=EPSILON),
        node("MatMul", ["mid", "widen"], f"{own}wide"),
        node("BiasGelu", ["wide", "widen_bias"], f"{own}active"),
        node("MatMul", ["active", "narrow"], f"{own}narrowed"),
        node("SkipLayerNormalization", ["narrowed", "mid", "narrow_scale", "narrow_shift", "narrow_bias"], following, epsilon=EPSILON),
    ]


def external(name: str, shape: tuple[int, ...]) -> TensorProto:
    """A weight that is given when the graph is opened."""
    tensor = TensorProto(name=name, dims=shape, data_type=TensorProto.FLOAT, data_location=TensorProto.EXTERNAL)
    tensor.external_data.add(key="location", value="weights")
    return tensor


def model() -> ModelProto:
    """The whole graph."""
    nodes = [*embedding(), *(node for number in range(LAYERS) for node in layer(number))]
    graph = helper.make_graph(
        nodes,
        "all-MiniLM-L6-v2",
        [helper.make_tensor_value_info("ids", TensorProto.INT32, ["texts", "tokens"])],
        [helper.make_tensor_value_info("hidden", TensorProto.FLOAT, ["texts", "tokens", SIZE])],
        [helper.make_tensor("first", TensorProto.INT64, [1], [0]), *(external(name, shape) for name, shape in weights().items())],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18), helper.make_opsetid(FUSED, 1)], ir_version=9)


TARGET.write_bytes(model().SerializeToString(deterministic=True))
print(f"{TARGET}: {TARGET.stat().st_size:,} bytes")
