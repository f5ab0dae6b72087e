"""What a model is asked for the pyramid, and how its answers are read."""
