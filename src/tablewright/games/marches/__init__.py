"""The Marches: two players, three lanes, and cards that are programs for an effect CPU."""
