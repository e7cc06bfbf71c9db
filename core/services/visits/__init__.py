"""Visits: recorded, signed, amended, followed through time and compared."""
