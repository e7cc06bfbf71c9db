"""What an installed program knows of itself: its files, whose signature they bear, and which versions lie beside it."""
