"""graph: who and what there is, how they relate and since when, and what is noted of them."""
