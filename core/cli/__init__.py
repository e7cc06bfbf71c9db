"""`mingdao`: the headless front-end. The same services as the window, for ever."""
