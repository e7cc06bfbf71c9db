"""What happened, as frozen values, and the bus that tells those who asked. Screens refresh themselves from these."""
