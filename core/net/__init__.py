"""The way out: which addresses are never reached, and the only client that opens a connection."""
