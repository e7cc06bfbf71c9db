"""Patients: who is meant, who is registered, and what was changed in what was registered."""
