"""How fast, beside what, on this machine: ``python -m tests.benchmarks``."""
