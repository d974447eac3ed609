"""The history of the tables of the store: one file a revision."""
