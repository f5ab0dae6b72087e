"""hook: what a host calls when a session of its agent begins, is compacted, answers or ends."""
