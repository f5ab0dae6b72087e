"""pyramid: what was observed, the topics it is about, and what it adds up to."""
