"""De-identification of a text that leaves for a model outside: whom the clinic knows, then rules, then names by their cues."""
