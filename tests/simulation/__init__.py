"""Whole servers, their store, the network and the people in one process, under virtual time and a seeded order."""
