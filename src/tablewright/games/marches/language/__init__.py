"""The card language: its words, registers and effects, how cards are read, and how they are said in plain words."""
