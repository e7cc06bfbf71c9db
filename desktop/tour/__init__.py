"""The demonstration in the real window: driven by keys, checked against the store, kept in pictures and papers.

It knows the program from outside: by its shortcuts, by the accessible names on screen and by what the services answer.
"""
