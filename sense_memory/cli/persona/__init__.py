"""persona: what the agent knows, by domain, facet and key."""
