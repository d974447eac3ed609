"""Dungeons & Classes: one to three heroes go through a dungeon, room by room, to defeat its Lich."""
