"""The controls of the window: each knows its look and its keys, none knows a patient."""
