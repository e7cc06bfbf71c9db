"""Paper: what is printed is composed from saved records only, laid out once, and looked at again after it was written."""
