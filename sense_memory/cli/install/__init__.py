"""install: the memory in a host's own configuration, as tools and as hooks."""
