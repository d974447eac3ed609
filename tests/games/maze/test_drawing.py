"""The board as text, tile by tile."""

from __future__ import annotations

from tablewright.games.maze.drawing import draw_board
from tests.games.maze.story import Story, table

#: Every kind of tile that can be stood on or seen, and nothing else.
SAMPLER = "WPGCL TFSMH VXWPP PPPPP PPPPP"


def tile_of(t: Story, room: str, row: int, column: int) -> list[str]:
    """Cut one tile out of the drawing."""
    place = t.state.letters.index(room)
    columns = t.state.setup.board.columns
    lines = draw_board(t.state).split("\n")
    top = place // columns * 16 + 1 + row * 3
    left = place % columns * 36 + 1 + column * 7
    return [line[left : left + 7] for line in lines[top : top + 3]]


def test_every_tile_looks_as_in_the_rulebook() -> None:
    t = table("KS", rooms={"K": SAMPLER}).reveal("K")
    wall = ["███████"] * 3
    assert tile_of(t, "K", 0, 0) == ["███████", "███K███", "███████"]
    assert tile_of(t, "K", 0, 1) == ["       "] * 3
    assert tile_of(t, "K", 0, 2) == [r" \   / ", "  | |  ", r" /   \ "]
    assert tile_of(t, "K", 0, 3) == [r"  / \  ", " |   | ", r"  \ /  "]
    assert tile_of(t, "K", 0, 4) == ["$$$$$$$", "$     $", "$$$$$$$"]
    assert tile_of(t, "K", 1, 0) == ["TTTTTTT", "T     T", "TTTTTTT"]
    assert tile_of(t, "K", 1, 1) == ["FFFFFFF", "F     F", "FFFFFFF"]
    assert tile_of(t, "K", 1, 2) == ["SSSSSSS", "S     S", "SSSSSSS"]
    assert tile_of(t, "K", 1, 3) == ["       ", "   M   ", "       "]
    assert tile_of(t, "K", 1, 4) == ["       ", "███████", "       "]
    assert tile_of(t, "K", 2, 0) == ["   █   "] * 3
    assert tile_of(t, "K", 2, 1) == tile_of(t, "K", 2, 2) == wall


def test_a_character_stands_in_the_middle_of_what_is_under_it() -> None:
    t = table("KS", rooms={"K": SAMPLER}).reveal("K").put("T", "K", 0, 4).put("S", "K", 1, 2).put("F", "K", 0, 3)
    assert tile_of(t, "K", 0, 4) == ["$$$$$$$", "$  T  $", "$$$$$$$"]
    assert tile_of(t, "K", 1, 2) == ["SSSSSSS", "S  S  S", "SSSSSSS"]
    assert tile_of(t, "K", 0, 3) == [r"  / \  ", " | F | ", r"  \ /  "]


def test_a_covered_room_shows_nothing_but_that() -> None:
    t = table("KS", rooms={"K": SAMPLER})
    assert all(tile_of(t, "K", row, column) == ["UUUUUUU"] * 3 for row in range(5) for column in range(5))


def test_many_different_rooms_do_not_fill_the_memory() -> None:
    t = table("S")
    for tile in range(6000):
        t.state.tiles = bytes([11, *(tile >> bit & 1 for bit in range(13))]) + t.state.tiles[14:]
        assert draw_board(t.state).count("\n") == 17
