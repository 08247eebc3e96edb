"""Runs the cases of the corpus against readers, scores the answers and writes the pages.

Python 3.9, the standard library alone.
"""
