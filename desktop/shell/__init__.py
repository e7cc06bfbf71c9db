"""The frame around every screen: rail, patient banner, notices, status line."""
