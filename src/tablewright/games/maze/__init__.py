"""OOP1 Maze: one player leads a thief, a fighter and a seer through hidden rooms, in the direction of one card."""
