"""What of a text or a conversation is worth keeping, and under which names: pure rules."""
