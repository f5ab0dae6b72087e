"""What of a text is worth keeping, and where."""
