"""What the made-up mind lived through, a file for each part of its past."""
