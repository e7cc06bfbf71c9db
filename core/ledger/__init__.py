"""The ledger: who did what to which record, when, and from where."""
