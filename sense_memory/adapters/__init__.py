"""The same memory for those who speak another protocol or framework."""
