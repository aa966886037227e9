"""Peers: rankings that others use, made anew from their papers, over the same paragraphs that this program ranks.

collection   the paragraphs of a corpus in one order, numbered from 0; a peer sees nothing else of the corpus
peer         ranks a collection for a question: the numbers of its paragraphs, best first; made once a collection
model        none is asked: where a paper has a model find entities or concepts, phrases found by rule stand for them

They are measured by ``benchmarks/peers.py``; docs/evaluation-peers.md tells where they differ from their papers. They need the extra
``evals``, and the dense ones the extra ``vectors``.
"""
