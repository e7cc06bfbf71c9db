"""Who can open the clinic, and what a person meets who opens it."""
