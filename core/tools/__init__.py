"""Tools: what a pack or the program can be asked to do, who may ask, and the one road every call travels."""
