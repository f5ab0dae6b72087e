"""rapport: how the agent talks with each of its peers."""
