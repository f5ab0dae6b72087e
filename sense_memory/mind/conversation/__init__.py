"""What was said: messages of their parts, their order and numbers, and what finds them."""
