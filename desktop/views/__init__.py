"""The screens. They do not know each other; the shell leads from one to the next."""
