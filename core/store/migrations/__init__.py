"""Steps from one revision of the tables to the next. Each is whole: it is there after the transaction, or it never was."""
