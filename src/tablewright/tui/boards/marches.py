"""The Marches: three lanes from player 1's side to player 2's, with everything that stands on their tiles."""

from __future__ import annotations

from tablewright.games.marches.pieces import LANES, TILE_NAMES, MarchesCard
from tablewright.table.wording import Scene, Wording
from tablewright.table.wordings.marches import card_numbers, card_word, entity_stats
from tablewright.tui.boards.bars import bar, health_style
from tablewright.tui.boards.board import Board
from tablewright.tui.boards.canvas import Canvas

#: Rows besides the entities on the tiles: two players, four borders, the hand.
FRAME = 8
FEWEST, MOST = 2, 6
CHIP = 19
#: The column of a lane's name, behind the name of its first tile.
LANE_NAME = 4
#: Which way a player's units march; they are told apart by this, not by colour alone.
ARROWS = ("►", "◄")


class MarchesBoard(Board):
    """Three lanes of four, six and eight tiles, drawn equally long."""

    def __init__(self, wording: Wording) -> None:
        super().__init__(wording)
        self.cards: dict[int, MarchesCard] = wording.setup.cards

    def draw(self, scene: Scene, width: int, height: int, marked: frozenset[str]) -> Canvas:
        me = 0 if scene.seat is None else scene.seat
        deep = max(FEWEST, min(MOST, (height - FRAME) // len(LANES)))
        across = max(96, (width - 2) // 24 * 24)  # so that 4, 6 and 8 tiles fit exactly
        hand = scene.view["players"][me].get("hand")
        canvas = Canvas(max(width, across + 1), FRAME - 2 + len(LANES) * deep + (2 if hand is not None else 0))
        self._player(canvas, 0, scene, 1 - me)
        row = 1
        for name, first, last in LANES:
            tile_width = across // (last - first + 1)
            canvas.put(0, row, "─" * (across + 1), "$text-muted")
            for tile in range(first, last + 1):
                self._tile(canvas, (tile - first) * tile_width, row, tile_width, deep, tile, scene, marked)
            lane, style = (f"►{name}", "bold reverse $text-accent") if name in marked else (f" {name} ", "bold")
            canvas.put(LANE_NAME, row, lane[: tile_width - LANE_NAME], style)
            canvas.place(name, LANE_NAME, row, len(lane), 1)
            for line in range(row + 1, row + 1 + deep):
                canvas.put(across, line, "│", "$text-muted")
            row += deep + 1
        canvas.put(0, row, "─" * (across + 1), "$text-muted")
        self._player(canvas, row + 1, scene, me)
        if hand is not None:
            self._hand(canvas, row + 2, across, hand, scene.view["players"][me]["gold"], marked)
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
        for line, entity in enumerate(shown, y + 1):
            owner = entity["owner"]
            stats = entity_stats(entity)
            style = "bold $text-primary" if owner == 0 else "bold $text-warning"
            mark = ARROWS[owner] if entity["kind"] == "UNIT" else f"▲{owner + 1}"
            room = inner - len(mark) - len(stats) - 1
            canvas.put(x + 1, line, f"{mark}{entity['name'][:room]:{room}} {stats}", style)
        if len(here) > len(shown):
            canvas.put(x + 1, y + deep, f"+{len(here) - len(shown)} more", "italic")

    def _player(self, canvas: Canvas, row: int, scene: Scene, seat: int) -> None:
        view = scene.view
        player = view["players"][seat]
        turn = "•" if view["seat_to_act"] == seat and not view["over"] else " "
        canvas.put(0, row, f"{turn}P{seat + 1} {scene.names[seat]} {ARROWS[seat]}", "bold")
        style = health_style(player["health"], player["hp"])
        canvas.put(26, row, f"health {player['health']:>2} {bar(player['health'], player['hp'], 10)}", style)
        canvas.put(48, row, f"gold {player['gold']}", "bold $text-accent")
        power = f"{player['power_name']} {'ready' if player['power_available'] else 'used'}"
        piles = f"hand {player['hand_count']}  deck {player['deck_count']}"
        canvas.put(57, row, f"{piles}  power: {power}")

    def _hand(self, canvas: Canvas, row: int, across: int, hand: list[int], gold: int, marked: frozenset[str]) -> None:
        room = across // CHIP
        shown = hand if len(hand) <= room else hand[: room - 1]
        for place, number in enumerate(shown):
            card = self.cards[number]
            x, inner = place * CHIP, CHIP - 1
            word = card_word(number)
            payable = card.cost <= gold
            style = "bold $text on $surface-lighten-1" if payable else "$text-muted on $surface"
            if word in marked:
                style = "bold reverse $text-accent"
            mark = "►" if word in marked else "•" if payable else " "
            canvas.fill(x, row, inner, 2, style)
            cost = f" {card.cost}g"
            canvas.put(x, row, f"{mark}{card.name[: inner - 1 - len(cost)]:{inner - 1 - len(cost)}}{cost}", style)
            canvas.put(x, row + 1, f" {card_numbers(card)}"[:inner], style)
            canvas.place(word, x, row, inner, 2)
        if len(hand) > len(shown):
            canvas.put(len(shown) * CHIP, row, f"+{len(hand) - len(shown)} more", "$text-muted")
            canvas.put(len(shown) * CHIP, row + 1, "in the menu", "$text-muted")
