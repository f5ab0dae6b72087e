"""Conversations of known style, written as a whole, one file per language.

They were written before the reader knew a word, by the hand that wrote its words afterwards, and
were not looked at while those were chosen; what a reader makes of them is nearer to what to expect
of others than what it makes of the remarks, and still more than that. At the first run with words,
of the directions were right: formality 30 of 30, warmth 23 of 31, humor 24 of 28, depth 21 of 21,
trust 20 of 23, energy 30 of 31, resilience 23 of 23. Without the phrases that no other conversation
than the one that is read has, among them every common word that happens to stand in one alone, it
is 25 of warmth now, 15 of humor, 20 of depth, 19 of trust, 9 of resilience, and as many of the other
two: so far a session must use words that the lists have. Wishes that were wrongly read in them have
been mended since, and of those nothing is held out.
"""
