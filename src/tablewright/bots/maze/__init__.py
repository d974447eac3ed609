"""What bots know of OOP1 Maze."""

LEVELS = {"easy": "solver:24", "normal": "solver:12", "hard": "solver"}
