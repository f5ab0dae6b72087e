"""How requests, replies and streams of the providers look."""
