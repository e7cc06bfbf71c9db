"""What lasts from one moment at the desk to the next: drafts, leaving without losing anything, where the window stood."""
