"""The one exit to a model."""
