"""What bots know of OOP1 Maze."""

LEVELS = {"easy": "greedy", "normal": "search:100", "hard": "solver"}
