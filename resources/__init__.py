"""Data the program reads at run time: messages, names, demonstration clinic, icons. No code."""
