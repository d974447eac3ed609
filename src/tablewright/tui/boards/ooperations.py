"""Magical OOPerations: two zones on either side of seven lanes, one's own side always below, and the hand."""

from __future__ import annotations

from typing import Any

from tablewright.games.ooperations.pieces import CREATURE, FIXED, LANES, OoperationsCard, trait_letters
from tablewright.table.wording import Scene, Wording
from tablewright.tui.boards.board import Board
from tablewright.tui.boards.canvas import Canvas

MARGIN = 4
NARROWEST_CELL, WIDEST_CELL = 11, 17
#: From this height on a cell also shows the name of its creature.
TALL = 21
#: Borders: left, across, joint, right. The front is where the two sides meet.
MIDDLE = ("├", "─", "┼", "┤")
FRONT = ("╞", "═", "╪", "╡")


class OoperationsBoard(Board):
    """Seven lanes."""

    def __init__(self, wording: Wording) -> None:
        super().__init__(wording)
        self.cards: dict[str, OoperationsCard] = wording.setup.cards.by_key

    def draw(self, scene: Scene, width: int, height: int, marked: frozenset[str]) -> Canvas:
        view = scene.view
        me = 0 if scene.seat is None else scene.seat
        cell = max(NARROWEST_CELL, min(WIDEST_CELL, (width - MARGIN - 1) // LANES))
        lines = 3 if height >= TALL else 2
        hand = view["players"][me]["hand"]
        canvas = Canvas(max(width, MARGIN + LANES * cell + 1), 4 * lines + 7 + (lines if hand is not None else 0))
        self._player(canvas, 0, scene, 1 - me)
        row = 1
        zones = ((1 - me, "field", "OF"), (1 - me, "battle", "OB"), (me, "battle", "B"), (me, "field", "F"))
        borders = (("┌", "─", "┬", "┐"), MIDDLE, FRONT, MIDDLE)
        for border, (owner, zone, prefix) in zip(borders, zones, strict=True):
            self._border(canvas, row, cell, border)
            style = "$text" if owner == me else "$text-warning"
            canvas.put(1, row + 1, prefix, style)
            for lane in range(LANES):
                creature = view["players"][owner][zone][lane]
                self._slot(canvas, row + 1, cell, lines, f"{prefix}{lane + 1}", creature, view["round"], marked, style)
            row += lines + 1
        self._border(canvas, row, cell, ("└", "─", "┴", "┘"))
        self._player(canvas, row + 1, scene, me)
        if hand is not None:
            self._hand(canvas, row + 2, cell, lines, hand, view["players"][me]["mana"], marked)
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
            canvas.put(
                column, row, f"{mark}{name if chosen else '·':^{inner - 1}}", style if chosen else "$text-disabled"
            )
            return
        card = self.cards[creature["card"]]
        asleep = creature["entered"] == round_number and "H" not in creature["traits"]
        canvas.put(column, row, f"{mark}{card.key}{'new' if asleep else '':>{inner - 6}}", f"bold {style}")
        if lines > 2:
            canvas.put(column, row + 1, f" {card.name[: inner - 1]}", style)
        stats = f" A{creature['attack']} H{creature['health']} "
        letters = creature["traits"]
        canvas.put(column, row + lines - 1, f"{stats}{letters:>{inner - len(stats)}}"[:inner], style)

    def _player(self, canvas: Canvas, row: int, scene: Scene, seat: int) -> None:
        view = scene.view
        player = view["players"][seat]
        role = "attacks" if view["attacker"] == seat else "defends"
        turn = "►" if view["seat_to_act"] == seat and view["outcome"] is None else " "
        health = max(0, player["health"])
        bar = min(10, -(-10 * health // max(1, self.setup.health)))
        canvas.put(0, row, f"{turn}P{seat + 1} {scene.names[seat]} ({role})", "bold")
        style = "bold $text-error" if bar <= 3 else "bold $text-success"
        canvas.put(30, row, f"health {player['health']:>2} ", style)
        canvas.put(40, row, "█" * bar + "░" * (10 - bar), style)
        canvas.put(52, row, f"mana {player['mana']}/{view['pool']}", "bold $text-primary")
        graves = len(player["graveyard"])
        piles = f"hand {player['hand_size']}  deck {player['deck_size']}  graveyard {graves}"
        canvas.put(64, row, piles)

    def _hand(
        self, canvas: Canvas, row: int, cell: int, lines: int, hand: list[str], mana: int, marked: frozenset[str]
    ) -> None:
        shown = LANES if len(hand) <= LANES else LANES - 1
        for number, key in enumerate(hand[:shown]):
            card = self.cards[key]
            column = MARGIN + number * cell
            inner = cell - 1
            payable = card.mana <= mana
            style = "bold $text on $surface-lighten-1" if payable else "$text-muted on $surface"
            if key in marked:
                style = "bold reverse $text-accent"
            canvas.fill(column, row, inner, lines, style)
            mark = "►" if key in marked else "•" if payable else " "
            cost = f"{card.mana}m" if card.cost == FIXED else "Xm"
            canvas.put(column, row, f"{mark}{key}{cost:>{inner - 6}}", style)
            if lines > 2:
                canvas.put(column, row + 1, f" {card.name[: inner - 1]}", style)
            if card.aim == CREATURE:
                stats = f" A{card.attack} H{card.health} "
                text = f"{stats}{trait_letters(card.traits):>{inner - len(stats)}}"
            else:
                text = " spell"
            canvas.put(column, row + lines - 1, text[:inner], style)
            canvas.place(key, column, row, inner, lines)
        if len(hand) > shown:
            rest: dict[str, int] = {}
            for key in hand[shown:]:
                rest[key] = rest.get(key, 0) + 1
            canvas.put(MARGIN + shown * cell, row, f"+{len(hand) - shown} more", "$text-muted")
            canvas.put(MARGIN + shown * cell, row + 1, "in the menu", "$text-muted")
