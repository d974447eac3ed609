"""What bots know of The Marches."""

LEVELS = {"easy": "casual:70", "normal": "casual:30", "hard": "rollout:6"}
