"""How often a store is brought in step and reviewed, unless somebody says otherwise."""

SYNC_EVERY = 900.0
"""Seconds: relays are listened to all the time; this is for what they did not say."""
SLEEP_EVERY = 86_400.0
"""Seconds."""
