"""Intake: the form of a visit, its symptom table and its outline. It knows any form, and none by name."""
