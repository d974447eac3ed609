"""What bots know of Magical OOPerations."""

LEVELS = {"easy": "greedy", "normal": "search:100", "hard": "search:5000"}
