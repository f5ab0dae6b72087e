"""A made-up mind, and what it lived through: a file for each part of its past."""
