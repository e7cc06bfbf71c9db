"""Every option of the program, declared once."""
