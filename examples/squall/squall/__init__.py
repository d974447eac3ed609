"""Squall, a small game of cards and weather for Tablewright."""
