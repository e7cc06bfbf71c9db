"""Packs: a domain's forms, vocabulary and rules, found by manifest and mounted without the kernel knowing their names."""
