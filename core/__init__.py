"""The kernel of MingDao Clinic: everything the program does, without a window and without a domain."""
