"""A page to look into a mind, served to this machine's browser alone."""
