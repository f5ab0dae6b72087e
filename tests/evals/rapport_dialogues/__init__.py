"""Conversations of known style.

``styles`` makes them of remarks; what is in the other files was written as a whole, one file per
language, before the reader knew a word, and is not looked at when its words are chosen: what the
reader makes of it is what to expect of conversations that nobody has thought of.
"""
