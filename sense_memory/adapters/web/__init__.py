"""A web server for whoever is let in: where it listens, how it ends, what it says of itself."""
