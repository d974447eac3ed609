"""The Marches: three lanes from player 1's side to player 2's, with everything that stands on their tiles."""

from __future__ import annotations

from typing import Any

from tablewright.core.game import Game
from tablewright.core.state import Action
from tablewright.games.marches.actions import CHOOSE, DONE, PLAY, POWER, MarchesAction
from tablewright.games.marches.language import codes
from tablewright.games.marches.pieces import ABSENT, LANES, TILE_NAMES, TILE_OF_NAME, MarchesCard
from tablewright.tui.boards.bars import bar, health_style
from tablewright.tui.boards.canvas import Canvas
from tablewright.tui.boards.face import Face, Scene

#: Rows besides the entities on the tiles: two players, four borders, the hand.
FRAME = 8
FEWEST, MOST = 2, 6
CHIP = 19
#: The column of a lane's name, behind the name of its first tile.
LANE_NAME = 4
#: Which way a player's units march; they are told apart by this, not by colour alone.
ARROWS = ("►", "◄")
KINDS = {codes.UNIT: "unit", codes.BUILDING: "building", codes.SKILL: "skill"}


def card_word(number: int) -> str:
    """Return the name of a card in hand on the board."""
    return f"card {number}"


class MarchesBoard(Face):
    """Three lanes of four, six and eight tiles, drawn equally long."""

    ender = "done"
    late = ("done",)

    def __init__(self, game: Game, setup: Any) -> None:
        super().__init__(game, setup)
        self.cards: dict[int, MarchesCard] = setup.cards

    # --- drawing

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
            stats = self._stats(entity)
            style = "bold $text-primary" if owner == 0 else "bold $text-warning"
            mark = ARROWS[owner] if entity["kind"] == "UNIT" else f"▲{owner + 1}"
            room = inner - len(mark) - len(stats) - 1
            canvas.put(x + 1, line, f"{mark}{entity['name'][:room]:{room}} {stats}", style)
        if len(here) > len(shown):
            canvas.put(x + 1, y + deep, f"+{len(here) - len(shown)} more", "italic")

    def _stats(self, entity: dict[str, Any]) -> str:
        if entity["kind"] != "UNIT":
            return str(entity["health"])
        waits = "z" if entity["cooldown"] else ""
        return f"{entity['attack']['total']}/{entity['health']}{waits}"

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
            canvas.put(x, row + 1, f" {self._numbers(card)}"[:inner], style)
            canvas.place(word, x, row, inner, 2)
        if len(hand) > len(shown):
            canvas.put(len(shown) * CHIP, row, f"+{len(hand) - len(shown)} more", "$text-muted")
            canvas.put(len(shown) * CHIP, row + 1, "in the menu", "$text-muted")

    def _numbers(self, card: MarchesCard) -> str:
        stats = card.stats
        if card.kind == codes.UNIT:
            wait = "" if stats.denominator.total == 1 else f"/{stats.denominator.total}"
            return f"unit {stats.attack.total}/{stats.hp.total} move {stats.movement.total}{wait}"
        if card.kind == codes.BUILDING and stats.hp is not ABSENT:
            return f"building {stats.hp.total}"
        return KINDS.get(card.kind, "card")

    def news(self, scene: Scene) -> str:
        return f"turn {scene.view['turn']}"

    # --- words

    def group(self, action: Action) -> str:
        assert isinstance(action, MarchesAction)
        return action.text.rpartition(" at ")[0] or action.text if action.kind == PLAY else action.text.split()[0]

    def group_title(self, group: str, scene: Scene) -> str:
        if group == "done":
            return "Done: end the turn, the other side marches"
        if group == "choose":
            choosing = scene.view["choosing"]
            return f"Choose a target for {self.cards[choosing['card']].name}" if choosing else "Choose"
        if group == "power":
            power = self.cards[scene.view["players"][scene.seat or 0]["power"]]
            return f"Use the power {power.name} ({power.cost} gold)"
        card = self._card(group)
        return f"Play {card.name} ({card.cost} gold, {self._numbers(card)})" if card is not None else group

    def _card(self, group: str) -> MarchesCard | None:
        """Return the card that a play command names."""
        name = group.partition(" ")[2]
        for card in self.cards.values():
            if name in (card.name.upper(), str(card.id)):
                return card
        return None

    def title(self, action: Action, scene: Scene) -> str:
        assert isinstance(action, MarchesAction)
        if action.kind == CHOOSE:
            targets = self._targets(scene)
            return targets[action.index] if action.index < len(targets) else action.text
        where = action.text.rpartition(" at ")[2]
        here = [self._told(entity) for entity in scene.view["entities"] if entity["tile"] == TILE_OF_NAME.get(where)]
        return f"at {where}{': ' if here else ''}{', '.join(here)}"

    def _targets(self, scene: Scene) -> list[str]:
        """Return what can be chosen when several on a tile would do, in the order of their numbers."""
        choosing = scene.view["choosing"]
        if not choosing:
            return []
        seat = scene.view["seat_to_act"]
        aim = self.setup.actions.aims[seat][choosing["card"]]
        kinds = {"UNIT": codes.UNIT, "BUILDING": codes.BUILDING}
        return [
            self._told(entity)
            for entity in scene.view["entities"]
            if entity["tile"] == choosing["tile"]
            and kinds[entity["kind"]] & aim.kinds
            and aim.owners & (codes.OWNER if entity["owner"] == seat else codes.OPPONENT)
        ]

    def _told(self, entity: dict[str, Any]) -> str:
        return f"{entity['name']} {self._stats(entity)} of P{entity['owner'] + 1}"

    def words(self, action: Action, scene: Scene) -> list[str]:
        assert isinstance(action, MarchesAction)
        if action.kind == CHOOSE:
            choosing = scene.view["choosing"]
            return [TILE_NAMES[choosing["tile"]], card_word(choosing["card"])] if choosing else []
        if action.kind == PLAY:
            return [card_word(action.card), action.text.rpartition(" at ")[2]]
        return [action.text]

    def group_words(self, group: str, scene: Scene) -> list[str]:
        card = self._card(group)
        return [group] if card is None else [card_word(card.id)]

    def worth_explaining(self, action: Action, scene: Scene) -> bool:
        """Explain cards in hand where they could at all be played, and the power."""
        assert isinstance(action, MarchesAction)
        if action.kind in (DONE, POWER):
            return True
        if action.kind == CHOOSE or scene.view["choosing"]:
            return False
        return action.card in scene.view["players"][scene.seat or 0].get("hand", ())

    def describe(self, words: list[str], scene: Scene) -> list[str]:
        told = []
        for word in words:
            if word == "power":
                told.append(self._about(self.cards[scene.view["players"][scene.seat or 0]["power"]]))
            elif word.startswith("card "):
                told.append(self._about(self.cards[int(word[5:])]))
            elif word in TILE_OF_NAME:
                here = [entity for entity in scene.view["entities"] if entity["tile"] == TILE_OF_NAME[word]]
                told += [f"{word}: {', '.join(map(self._told, here))}"] if here else []
        return told

    def _about(self, card: MarchesCard) -> str:
        text = card.text.replace("*", "").replace("#", "")
        return f"{card.name}, {card.cost} gold, {self._numbers(card)}.{f' {text}' if text else ''}"
