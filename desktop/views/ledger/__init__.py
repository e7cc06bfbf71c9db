"""账本: who did what to whose record, whether the trail is whole, and a copy of it."""
