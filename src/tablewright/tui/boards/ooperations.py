"""Magical OOPerations: two zones on either side of seven lanes, one's own side always below, and the hand."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tablewright.games.ooperations.pieces import CREATURE, FIXED, LANES, OoperationsCard, trait_letters
from tablewright.table.wording import Scene, Wording
from tablewright.tui.boards.bars import bar, health_style
from tablewright.tui.boards.board import Board
from tablewright.tui.boards.canvas import Canvas, cut

MARGIN = 4
NARROWEST_CELL, WIDEST_CELL = 10, 22
#: A cell has so many lines from this height on; with three it also shows the name of its creature.
TALL, LOW = 22, 17
#: Columns of health, mana and piles behind a player's name, in wide and in narrow terminals.
WIDE, NARROW = (30, 52, 64), (27, 44, 54)
#: Borders: left, across, joint, right. The front is where the two sides meet.
MIDDLE = ("├", "─", "┼", "┤")
FRONT = ("╞", "═", "╪", "╡")


class OoperationsBoard(Board):
    """Seven lanes."""

    legend = "• can be played  new: rests"

    def __init__(self, wording: Wording) -> None:
        super().__init__(wording)
        self.cards: dict[str, OoperationsCard] = wording.setup.cards.by_key

    def draw(self, scene: Scene, width: int, height: int, marked: frozenset[str]) -> Canvas:
        view = scene.view
        me = 0 if scene.seat is None else scene.seat
        cell = max(NARROWEST_CELL, min(WIDEST_CELL, (width - MARGIN - 1) // LANES))
        lines = 3 if height >= TALL else 2
        compact = height < LOW  # then the outer borders are left out, and the hand is one line
        hand = view["players"][me]["hand"]
        rest = 0 if hand is None else 1 if compact else lines
        canvas = Canvas(max(width, MARGIN + LANES * cell + 1), 4 * lines + (5 if compact else 7) + rest)
        self._player(canvas, 0, scene, 1 - me)
        row = 1
        zones = ((1 - me, "field", "OF"), (1 - me, "battle", "OB"), (me, "battle", "B"), (me, "field", "F"))
        borders = (None if compact else ("┌", "─", "┬", "┐"), MIDDLE, FRONT, MIDDLE)
        for border, (owner, zone, prefix) in zip(borders, zones, strict=True):
            if border is not None:
                self._border(canvas, row, cell, border)
                row += 1
            style = "$text" if owner == me else "$text-warning"
            canvas.put(1, row, prefix, style)
            for lane in range(LANES):
                creature = view["players"][owner][zone][lane]
                self._slot(canvas, row, cell, lines, f"{prefix}{lane + 1}", creature, view["round"], marked, style)
            row += lines
        if not compact:
            self._border(canvas, row, cell, ("└", "─", "┴", "┘"))
            row += 1
        self._player(canvas, row, scene, me)
        if hand is not None:
            self._hand(canvas, row + 1, cell, rest, hand, scene.playable, marked)
        return canvas

    def _border(self, canvas: Canvas, row: int, cell: int, pattern: tuple[str, str, str, str]) -> None:
        left, across, joint, right = pattern
        canvas.put(MARGIN - 1, row, left + joint.join([across * (cell - 1)] * LANES) + right, "$text-muted")
        if pattern is FRONT:
            for lane in range(LANES):
                canvas.put(MARGIN - 1 + lane * cell + cell // 2 - 1, row, f" {lane + 1} ", "bold $text-primary")

    def _slot(
        self,
        canvas: Canvas,
        row: int,
        cell: int,
        lines: int,
        name: str,
        creature: dict[str, Any] | None,
        round_number: int,
        marked: frozenset[str],
        style: str,
    ) -> None:
        column = MARGIN + (int(name[-1]) - 1) * cell
        inner = cell - 1
        for line in range(lines):
            canvas.put(column - 1, row + line, "│", "$text-muted")
            canvas.put(column + inner, row + line, "│", "$text-muted")
        canvas.place(name, column, row, inner, lines)
        chosen = name in marked
        if chosen:
            style = "bold reverse $text-accent"
            canvas.fill(column, row, inner, lines, style)
        mark = "►" if chosen else " "
        if creature is None:
            canvas.put(column, row, f"{mark}{name if chosen else '·':^{inner - 1}}", style if chosen else "$text-muted")
            return
        card = self.cards[creature["card"]]
        asleep = creature["entered"] == round_number and "H" not in creature["traits"]
        canvas.put(column, row, f"{mark}{card.key}{'new' if asleep else '':>{inner - 6}}", f"bold {style}")
        if lines > 2:
            canvas.put(column, row + 1, f" {cut(card.name, inner - 1)}", style)
        canvas.put(
            column, row + lines - 1, _stats(creature["attack"], creature["health"], creature["traits"], inner), style
        )

    def _player(self, canvas: Canvas, row: int, scene: Scene, seat: int) -> None:
        view = scene.view
        player = view["players"][seat]
        role = "attacks" if view["attacker"] == seat else "defends"
        turn = "►" if view["seat_to_act"] == seat and view["outcome"] is None else " "
        narrow = canvas.width < 96
        health, mana, piles = NARROW if narrow else WIDE
        name = cut(scene.names[seat], health - len(role) - 5)
        canvas.put(0, row, f"{turn}{name} ({role})", "bold")
        blood = bar(player["health"], self.setup.health, 5 if narrow else 10)
        canvas.put(
            health, row, f"health {player['health']:>2} {blood}", health_style(player["health"], self.setup.health)
        )
        canvas.put(mana, row, f"mana {player['mana']}/{view['pool']}", "bold $text-primary")
        graves = f"{'graves' if narrow else 'graveyard'} {len(player['graveyard'])}"
        canvas.put(piles, row, f"hand {player['hand_size']}  deck {player['deck_size']}  {graves}")

    def _hand(
        self,
        canvas: Canvas,
        row: int,
        cell: int,
        lines: int,
        hand: list[str],
        playable: frozenset[str],
        marked: frozenset[str],
    ) -> None:
        """Draw every card once, with how often it is there."""
        counts = Counter(hand)
        wide = max(NARROWEST_CELL, min(cell, (canvas.width - MARGIN) // max(1, len(counts))))
        column = 1 if lines == 1 else MARGIN
        for number, (key, count) in enumerate(counts.items()):
            card = self.cards[key]
            cost = f"{card.mana}m" if card.cost == FIXED else "Xm"
            times = f"x{count}" if count > 1 else ""
            mark = "►" if key in marked else "•" if key in playable else " "
            inner = len(f"{mark}{key}{times} {cost}") if lines == 1 else wide - 1
            left = len(counts) - number
            if column + inner > canvas.width - (8 if left > 1 else 0):  # who knows whether the next one fits
                canvas.put(column, row, f"+{left} more", "$text-muted")
                return
            style = "bold $text on $surface-lighten-1" if key in playable else "$text-muted on $surface"
            if key in marked:
                style = "bold reverse $text-accent"
            canvas.fill(column, row, inner, lines, style)
            canvas.put(column, row, f"{mark}{key}{times}{cost:>{inner - 6 - len(times)}}", style)
            if lines > 2:
                canvas.put(column, row + 1, f" {cut(card.name, inner - 1)}", style)
            if lines > 1:
                numbers = _stats(card.attack, card.health, trait_letters(card.traits), inner)
                canvas.put(column, row + lines - 1, numbers if card.aim == CREATURE else " spell", style)
            canvas.place(key, column, row, inner, lines)
            column += inner + 1


def _stats(attack: int, health: int, traits: str, width: int) -> str:
    """Return attack, health and traits in a cell."""
    stats = f" A{attack} H{health} " if width > 11 else f" {attack}/{health} "
    return f"{stats}{traits:>{max(0, width - len(stats))}}"[:width]
