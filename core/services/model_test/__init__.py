"""An admin's own test of a model: what of it works, found out and not believed."""
