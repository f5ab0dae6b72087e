"""Who and what there is: what holds when, what it is worth by now, and how one gets about."""
