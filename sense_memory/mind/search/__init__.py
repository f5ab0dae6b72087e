"""How memories are found: what is kept of each, and how a question ranks them."""
