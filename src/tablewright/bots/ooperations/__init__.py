"""What bots know of Magical OOPerations."""

LEVELS = {"easy": "casual:50", "normal": "greedy", "hard": "search:1000"}
