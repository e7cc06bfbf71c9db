"""The context a pack gets: each of its ports as the program really has it, one file a port."""
