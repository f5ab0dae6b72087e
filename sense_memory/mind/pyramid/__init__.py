"""The pyramid's rules: tiers of ten, what counts, what is to be made, and how time is told."""
