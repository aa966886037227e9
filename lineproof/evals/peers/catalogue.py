"""The peers by name, in the order in which they are shown."""

from collections.abc import Callable, Mapping
from typing import Final

from lineproof.evals.peers.collection import Collection, Peer
from lineproof.evals.peers.dense import by_dense, by_rag, by_rrf
from lineproof.evals.peers.gaama import by_gaama
from lineproof.evals.peers.hipporag import by_hipporag
from lineproof.evals.peers.hybrid import by_hybrid, by_hybrid_walk
from lineproof.evals.peers.lexical import by_bm25

PEERS: Final[Mapping[str, Callable[[Collection], Peer]]] = {
    "BM25": by_bm25,
    "MiniLM": by_dense,
    "RRF": by_rrf,
    "RAG": by_rag,
    "HippoRAG": by_hipporag,
    "GAAMA": by_gaama,
    "hybrid": by_hybrid,
    "hybrid, walk": by_hybrid_walk,
}
