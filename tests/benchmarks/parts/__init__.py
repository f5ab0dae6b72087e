"""What runs in processes of its own, with as few imports as it needs."""
