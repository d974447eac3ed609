"""Magical OOPerations: two zones on either side of seven lanes, the own side always below, and the hand."""

from __future__ import annotations

from typing import Any

from tablewright.core.game import Game
from tablewright.core.state import Action
from tablewright.games.ooperations.files import shipped_texts
from tablewright.games.ooperations.pieces import CREATURE, FIXED, LANES, TRAIT_LETTERS, TRAIT_NAMES, OoperationsCard
from tablewright.tui.boards.canvas import Canvas
from tablewright.tui.boards.face import Face, Scene

MARGIN = 4
NARROWEST_CELL, WIDEST_CELL = 11, 17
#: From this height on a cell also shows the name of its creature.
TALL = 21
#: Borders: left, across, joint, right. The front is where the two sides meet.
MIDDLE = ("├", "─", "┼", "┤")
FRONT = ("╞", "═", "╪", "╡")

TRAITS = {
    "B": "damage beyond its victim's health hits the victim's owner",
    "C": "when sent to battle it drags the creature opposite into battle",
    "F": "strikes first, and a dead victim does not strike back",
    "H": "may go to battle in the round it enters",
    "L": "gains 2 health whenever it hurts a creature",
    "P": "loses 1 health at the end of its owner's turns",
    "R": "heals completely at the end of its owner's turns in odd rounds",
    "T": "goes to the graveyard after this round's battle",
    "U": "returns once from the graveyard",
    "V": "poisons the creatures it hurts",
}


class OoperationsBoard(Face):
    """Seven lanes."""

    ender = "done"
    late = ("redraw", "done")

    def __init__(self, game: Game, setup: Any) -> None:
        super().__init__(game, setup)
        self.cards: dict[str, OoperationsCard] = setup.cards.by_key
        self.texts = shipped_texts()

    # --- drawing

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

    def news(self, scene: Scene) -> str:
        return f"round {scene.view['round']} of {scene.view['max_rounds']}"

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
                letters = "".join(letter for bit, letter in enumerate(TRAIT_LETTERS) if card.traits >> bit & 1)
                stats = f" A{card.attack} H{card.health} "
                text = f"{stats}{letters:>{inner - len(stats)}}"
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

    # --- words

    def group(self, action: Action) -> str:
        return " ".join(action.text.split()[:2])

    def group_title(self, group: str, scene: Scene) -> str:
        command, _, word = group.partition(" ")
        if command == "battle":
            creature = self._creature(word, scene)
            return f"Send {creature} from {word}" if creature else f"Send from {word}"
        if not word:
            return {"done": "Done: end the turn", "redraw": "Redraw one card fewer"}[command]
        card = self.cards[word]
        cost = f"{card.mana} mana" if card.cost == FIXED else "X mana"
        if card.aim == CREATURE:
            return f"Play {card.name} ({cost}, {card.attack}/{card.health})"
        return f"Cast {card.name} ({cost})"

    def title(self, action: Action, scene: Scene) -> str:
        *_, word = action.text.split()
        if word in self.cards:
            return self.cards[word].name
        if action.text.startswith("battle"):
            foe = self._creature("O" + word, scene)
            return f"to {word}, against {foe}" if foe else f"to {word}, nobody opposite"
        creature = self._creature(word, scene)
        return f"{word} {creature}" if creature else f"in {word}"

    def _creature(self, slot: str, scene: Scene) -> str:
        creature = self._at(slot, scene)
        return f"{self.cards[creature['card']].name} {creature['attack']}/{creature['health']}" if creature else ""

    def _at(self, slot: str, scene: Scene) -> dict[str, Any] | None:
        me = 0 if scene.seat is None else scene.seat
        owner = 1 - me if slot.startswith("O") else me
        zone = "battle" if "B" in slot else "field"
        found: dict[str, Any] | None = scene.view["players"][owner][zone][int(slot[-1]) - 1]
        return found

    def worth_explaining(self, action: Action, scene: Scene) -> bool:
        """Explain what concerns cards in hand and creatures on the board, not what nobody would try."""
        me = scene.view["players"][scene.seat or 0]
        command, *words = action.text.split()
        if command == "redraw":
            return bool(me["may_redraw"])
        if command == "battle":
            return self._at(words[0], scene) is not None
        if words[0] not in (me["hand"] or ()):
            return False
        if command == "creature" or len(words) == 1:
            return True
        if words[1] in self.cards:
            buried = {creature["card"] for creature in me["graveyard"]}
            return words[1] in buried if buried else self.cards[words[1]].index == 0
        board = [zone for player in scene.view["players"] for zone in (*player["field"], *player["battle"]) if zone]
        return self._at(words[1], scene) is not None if board else words[1] == "OB1"

    def describe(self, words: list[str], scene: Scene) -> list[str]:
        told = []
        for word in words:
            if word in self.cards:
                told.append(self._describe_card(self.cards[word]))
            elif word[-1:].isdigit():
                creature = self._at(word, scene)
                if creature:
                    told.append(f"{word}: {self._creature(word, scene)}{self._traits(creature['traits'])}")
        return told

    def _describe_card(self, card: OoperationsCard) -> str:
        cost = f"{card.mana} mana" if card.cost == FIXED else "X mana"
        if card.aim != CREATURE:
            return f"{card.name}, spell, {cost}: {self.texts.get('D_' + card.key, '')}"
        letters = "".join(letter for bit, letter in enumerate(TRAIT_LETTERS) if card.traits >> bit & 1)
        return f"{card.name}, {cost}, attack {card.attack}, health {card.health}{self._traits(letters)}"

    def _traits(self, letters: str) -> str:
        names = [f"{TRAIT_NAMES[TRAIT_LETTERS.index(letter)]} ({TRAITS[letter]})" for letter in letters]
        return f"; {', '.join(names)}" if names else ""
