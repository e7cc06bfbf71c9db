"""The audit trail for those who look after it, and its head outside the store."""
