"""Rapport: how the agent talks with each of its peers."""
