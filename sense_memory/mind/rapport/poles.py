"""What the two ends of each dimension are called."""

POLES = {
    "formality": ("casual", "professional"),
    "warmth": ("task-focused", "affectionate"),
    "humor": ("serious", "playful"),
    "depth": ("surface", "philosophical"),
    "trust": ("guarded", "open"),
    "energy": ("brief", "expansive"),
    "resilience": ("fragile", "takes confrontation"),
}
"""Dimension to what 0 means, and what 1 means. Source: seed 000."""
