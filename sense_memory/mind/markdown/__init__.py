"""Records as pages of Markdown that people edit, and what they edited."""
