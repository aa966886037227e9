"""Scoring: what an answer is worth against its key, and why one that is wrong went wrong."""
