"""The effect CPU that runs the programs of cards."""
