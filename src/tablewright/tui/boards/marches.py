"""The Marches: three lanes from player 1's side to player 2's, with everything that stands on their tiles."""

from __future__ import annotations

from collections import Counter

from tablewright.games.marches.pieces import LANES, TILE_NAMES, MarchesCard
from tablewright.table.wording import Scene, Wording
from tablewright.table.wordings.marches import card_numbers, card_word, entity_stats
from tablewright.tui.boards.bars import bar, health_style
from tablewright.tui.boards.board import Board
from tablewright.tui.boards.canvas import Canvas, cut

#: Rows besides the entities on the tiles: two players, four borders, the hand.
FRAME = 8
FEWEST, MOST = 2, 6
#: Columns of a card in the hand.
NARROWEST_CHIP, WIDEST_CHIP = 13, 22
#: The least width of a lane's first tile, which has the lane's name on its border.
NAMED = 13
#: Columns of a lane's name, behind the name of its first tile.
LANE_NAME = 4
#: Columns of health, gold and piles behind a player's name, in wide and in narrow terminals.
WIDE, NARROW = (28, 50, 59), (24, 41, 49)
#: Which way a player's units march; they are told apart by this, not by colour alone.
ARROWS = ("►", "◄")


def edges(across: int, tiles: int) -> list[int]:
    """Return where the tiles of a lane begin, and where the last one ends; the first has room for the lane's name."""
    first = max(NAMED, across // tiles)
    return [0, *(first + (across - first) * tile // (tiles - 1) for tile in range(tiles))]


class MarchesBoard(Board):
    """Three lanes of four, six and eight tiles, drawn equally long."""

    legend = "• can be played  z: waits"

    def __init__(self, wording: Wording) -> None:
        super().__init__(wording)
        self.cards: dict[int, MarchesCard] = wording.setup.cards

    def draw(self, scene: Scene, width: int, height: int, marked: frozenset[str]) -> Canvas:
        me = 0 if scene.seat is None else scene.seat
        low = height < FRAME + len(LANES) * FEWEST  # then a card of the hand is one line
        deep = max(FEWEST, min(MOST, (height - FRAME + low) // len(LANES)))
        across = max(NAMED * 5, width - 1)
        hand = scene.view["players"][me].get("hand")
        rest = 0 if hand is None else 1 if low else 2
        canvas = Canvas(max(width, across + 1), FRAME - 2 + len(LANES) * deep + rest)
        self._player(canvas, 0, scene, 1 - me)
        row = 1
        for name, first, last in LANES:
            canvas.put(0, row, "─" * (across + 1), "$text-muted")
            begin = edges(across, last - first + 1)
            for tile, left, right in zip(range(first, last + 1), begin, begin[1:], strict=False):
                self._tile(canvas, left, row, right - left, deep, tile, scene, marked)
            lane, style = (f"►{name}", "bold reverse $text-accent") if name in marked else (name, "bold")
            canvas.put(LANE_NAME, row, lane, style)
            canvas.place(name, LANE_NAME, row, len(lane), 1)
            for line in range(row + 1, row + 1 + deep):
                canvas.put(across, line, "│", "$text-muted")
            row += deep + 1
        canvas.put(0, row, "─" * (across + 1), "$text-muted")
        self._player(canvas, row + 1, scene, me)
        if hand is not None:
            self._hand(canvas, row + 2, rest, hand, scene.playable, marked)
        return canvas

    def _tile(
        self, canvas: Canvas, x: int, y: int, width: int, deep: int, tile: int, scene: Scene, marked: frozenset[str]
    ) -> None:
        name, inner = TILE_NAMES[tile], width - 1
        chosen = name in marked
        canvas.put(x + 1, y, f"►{name}" if chosen else name, "bold reverse $text-accent" if chosen else "$text-muted")
        for line in range(y + 1, y + 1 + deep):
            canvas.put(x, line, "│", "$text-muted")
        canvas.place(name, x, y, width, deep + 1)
        here = [entity for entity in scene.view["entities"] if entity["tile"] == tile]
        shown = here if len(here) <= deep else here[: deep - 1]
        roomy = 2 * len(here) <= deep  # then numbers may have a line of their own
        line = y + 1
        for entity in shown:
            owner = entity["owner"]
            stats = entity_stats(entity)
            style = "bold $text-primary" if owner == 0 else "bold $text-warning"
            mark = ARROWS[owner] if entity["kind"] == "UNIT" else f"▲{owner + 1}"
            room = inner - len(mark) - len(stats) - 1
            if len(entity["name"]) > room and roomy:
                canvas.put(x + 1, line, f"{mark}{cut(entity['name'], inner - len(mark))}", style)
                canvas.put(x + 1, line + 1, f"{stats:>{inner}}", style)
                line += 2
            else:
                canvas.put(x + 1, line, f"{mark}{cut(entity['name'], room):{room}} {stats}", style)
                line += 1
        if len(here) > len(shown):
            canvas.put(x + 1, y + deep, f"+{len(here) - len(shown)} more", "italic")

    def _player(self, canvas: Canvas, row: int, scene: Scene, seat: int) -> None:
        view = scene.view
        player = view["players"][seat]
        turn = "►" if view["seat_to_act"] == seat and not view["over"] else " "
        narrow = canvas.width < 96
        health, gold, piles = NARROW if narrow else WIDE
        canvas.put(0, row, f"{turn}{cut(scene.names[seat], health - 5)} {ARROWS[seat]}", "bold")
        blood = bar(player["health"], player["hp"], 5 if narrow else 10)
        canvas.put(health, row, f"health {player['health']:>2} {blood}", health_style(player["health"], player["hp"]))
        canvas.put(gold, row, f"gold {player['gold']}", "bold $text-accent")
        power = f"{player['power_name']} {'ready' if player['power_available'] else 'used'}"
        amounts = f"hand {player['hand_count']}  deck {player['deck_count']}"
        canvas.put(piles, row, cut(f"{amounts}  {'' if narrow else 'power: '}{power}", canvas.width - piles))

    def _hand(
        self,
        canvas: Canvas,
        row: int,
        lines: int,
        hand: list[int],
        playable: frozenset[str],
        marked: frozenset[str],
    ) -> None:
        """Draw every card once, with how often it is there."""
        counts = Counter(hand)
        chip = max(NARROWEST_CHIP, min(WIDEST_CHIP, canvas.width // max(1, len(counts))))
        room = canvas.width // chip
        shown = list(counts) if len(counts) <= room else list(counts)[: room - 1]
        for place, number in enumerate(shown):
            card = self.cards[number]
            x, inner = place * chip, chip - 1
            word = card_word(number)
            style = "bold $text on $surface-lighten-1" if word in playable else "$text-muted on $surface"
            if word in marked:
                style = "bold reverse $text-accent"
            mark = "►" if word in marked else "•" if word in playable else " "
            canvas.fill(x, row, inner, lines, style)
            tail = f"{f' x{counts[number]}' if counts[number] > 1 else ''} {card.cost}g"
            canvas.put(x, row, f"{mark}{cut(card.name, inner - 1 - len(tail)):{inner - 1 - len(tail)}}{tail}", style)
            if lines > 1:
                canvas.put(x, row + 1, f" {card_numbers(card)}"[:inner], style)
            canvas.place(word, x, row, inner, lines)
        if len(counts) > len(shown):
            canvas.put(len(shown) * chip, row, f"+{len(counts) - len(shown)} more", "$text-muted")
