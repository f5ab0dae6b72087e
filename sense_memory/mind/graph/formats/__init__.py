"""A graph as the text of a file: what programs, graph tools and another memory server read."""
