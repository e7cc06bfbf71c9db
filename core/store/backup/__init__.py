"""A backup: one file with a small readable header and an encrypted copy of the store, and what is done with such files."""
