"""Before a clinic is open: setting one up, unlocking it, and what stands in the way."""
