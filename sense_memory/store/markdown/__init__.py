"""A mind as a folder of Markdown that people edit, and what they edited taken back."""
