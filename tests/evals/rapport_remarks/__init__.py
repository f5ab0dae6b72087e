"""Remarks of one style each, of which conversations of that style are made; one file per language.

Written before the reader knew a word, and at hand when its words were chosen.
"""
