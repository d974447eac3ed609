"""Finding the fewest card flips for a maze, proving it, and making puzzles of it."""
