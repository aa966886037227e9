"""Recall: the read path over a published snapshot, with no model in it: locate, expand, read."""
