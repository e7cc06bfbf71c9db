"""The encrypted patient store: keys, the database and its threads, schema and migrations, queries, search, matching."""
