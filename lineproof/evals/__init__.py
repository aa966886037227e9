"""Evals: benchmarks of memory, brought into the forms in which this program reads sources and is asked questions."""
