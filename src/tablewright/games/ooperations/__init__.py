"""Magical OOPerations: two players, creatures and spells on seven lanes, mana, traits and battles."""
