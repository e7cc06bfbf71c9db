"""Rows of lists and tables as they are painted."""
