"""What is left when a process dies, or when two write at once."""
