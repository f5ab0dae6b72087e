"""One prompt of everything the mind has to say, within a budget."""
