"""Finding the fewest card flips for a maze, proving it, and making puzzles of it.

Whoever wants an answer needs three functions: ``solve.solve`` (the fewest flips for somebody who knows the maze, with
the commands and a proof), ``solve.winnable`` (can it be won at all?) and ``explore.explore`` (a plan for somebody who
has to reveal the rooms first). Underneath, in the order in which they build on each other:

* ``ground``: a maze as numbers, and sets of thousands of positions as a few big integers;
* ``search``: layer by layer, everything that can be reached with one more flip, and why that is a proof;
* ``plans``: from what a search found to commands, by playing them, without detours;
* ``solve``: the questions about a maze that is known;
* ``explore``: the plan that reacts to what it reveals, and what it needs at most;
* ``puzzles``: mazes of a wanted difficulty, and the maze of the day.
"""
