"""Backups: when one is due, how it is made, checked, kept, and put back."""
