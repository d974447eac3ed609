"""The games; each lives in its own package and imports no other."""
