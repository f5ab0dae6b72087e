"""The main jobs on real input."""
