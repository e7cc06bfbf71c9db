"""What screens show, as values and item models."""
