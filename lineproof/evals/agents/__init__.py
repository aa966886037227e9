"""Agents that answer questions of a benchmark, each with other tools, all by one policy, one reader and one budget."""
