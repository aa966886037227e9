"""Indexing: what the search index holds beyond postings, brought up to date after the evidence."""
