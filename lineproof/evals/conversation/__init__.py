"""Question answering about conversations of a benchmark: recall, an answer by rule or by a model, and what it is worth.

reader     of a benchmark: what makes sessions and questions of its published files
write      the roles that a model may have while conversations are compiled; ``answer`` and ``judge`` have models of their own
refusal    an answer that says that the conversation does not tell
"""
