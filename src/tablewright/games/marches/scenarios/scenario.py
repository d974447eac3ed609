"""Scenario files: a position, what is done, and what must be true afterwards; read with every mistake reported."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Final

from tablewright.games.marches.events import MarchesEvent
from tablewright.games.marches.files import MOST_CARDS, Catalogue
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.cards import read_card
from tablewright.games.marches.language.reader import Document, Node, shown
from tablewright.games.marches.pieces import MarchesCard
from tablewright.games.marches.setup import OPTION_RULES

FORMAT: Final = "marches-scenario/1"
#: The card that fills decks: it can never be played.
FILLER: Final = 9999
FILLER_CARD: Final = {"Id": FILLER, "EntityType": "SKILL", "Cost": 99}
SEATS: Final = ("p1", "p2")

TOP_KEYS: Final = ("format", "id", "title", "covers", "basis", "note", "requires", "cards", "options", "steps")
STARTS: Final = ("state", "new_game")
TOPICS: Final = (
    *("march", "combat", "building", "trigger", "interaction", "effect", "stat", "multi-input", "targeting", "power"),
    *("turn", "deck-out", "base-set", "loading", "undo"),
)
ABILITIES: Final = ("undo", "new_game", "check_deck")
STATE_KEYS: Final = ("current", "turn", "p1", "p2", "entities")
PLAYER_KEYS: Final = ("class", "hp", "damage", "gold", "hand", "deck", "discard", "power", "power_available")
STAT_KEYS: Final = ("hp", "attack", "movement", "movement_denominator")
ENTITY_KEYS: Final = ("ref", "card", "owner", "tile", *STAT_KEYS, "damage", "cooldown", "played_at")
NEW_GAME_KEYS: Final = ("p1", "p2", "seed")
STEP_KEYS: Final = ("do", "bind", "expect", "note")
EXPECT_KEYS: Final = (
    *(
        "outcome",
        "targets",
        "unchanged",
        "game_over",
        "void",
        "winner",
        "current",
        "turn",
        "p1",
        "p2",
        "entities",
        "board",
    ),
    *("counts", "events", "deck_valid"),
)
EXPECT_PLAYER_KEYS: Final = (
    *("health", "hp", "damage", "gold", "hand", "hand_count", "deck_count", "discard"),
    "power_available",
)
EXPECT_ENTITY_KEYS: Final = ("card", "owner", "tile", *STAT_KEYS, "damage", "health", "cooldown")
OUTCOMES: Final = (
    *("OK", "INVALID_GAME_STATE", "INVALID_CARD", "POWER_ALREADY_USED", "CANT_AFFORD"),
    "NO_TARGET_AVAILABLE",
)
EVENT_KINDS: Final = tuple(event.counted for event in MarchesEvent.__subclasses__() if event.counted)


class Scenario:
    """A scenario without mistakes. Its parts are nodes, so that a report can say where an expectation stands."""

    __slots__ = ("catalogue", "id", "new_game", "options", "path", "requires", "state", "steps", "title")

    def __init__(
        self,
        path: str,
        id: str,  # noqa: A002 - the file's own word
        title: str,
        requires: list[str],
        catalogue: Catalogue,
        options: dict[str, int],
        state: Node | None,
        new_game: Node | None,
        steps: list[Node],
    ) -> None:
        self.path = path
        self.id = id
        self.title = title
        self.requires = requires
        self.catalogue = catalogue
        self.options = options
        self.state = state
        self.new_game = new_game
        self.steps = steps


def read_scenario(document: Document, cards: Catalogue | None = None) -> Scenario | None:
    """Make a scenario of a document; ``None`` if it has errors, which are reported there.

    ``cards`` are at hand beside those that ship with the game; cards of the scenario itself replace them.
    """
    if document.root is None:
        return None
    return _ScenarioReader(document, cards or Catalogue()).scenario(document.root)


class _ScenarioReader:
    """Checks the parts of one scenario."""

    def __init__(self, document: Document, cards: Catalogue) -> None:
        self.document = document
        self.catalogue = Catalogue()
        self.catalogue.cards.update(cards.cards)
        self.catalogue.sources.update(cards.sources)
        self.catalogue.add_value(FILLER_CARD, None)

    # ------------------------------------------------------------------------------------------------- small parts

    def wrong(self, node: Node, name: str, wanted: str) -> None:
        self.document.report("wrong-kind", f"{name} must be {wanted}, not {node.kind}", node)

    def members(self, node: Node, name: str, keys: Sequence[str]) -> dict[str, Node]:
        """Check that a node is an object with no other keys than these."""
        if not isinstance(node.value, dict):
            self.wrong(node, name, "an object")
            return {}
        for key in node.value:
            if key not in keys:
                word = shown(key)
                message = f'{name} has no "{word}"{self.document.near(word, keys)}'
                self.document.report("unknown-key", message, node.keys[key])
        return {key: member for key, member in node.value.items() if key in keys}

    def needed(self, node: Node, name: str, members: dict[str, Node], keys: Iterable[str]) -> None:
        for key in keys:
            if key not in members:
                self.document.report("missing-field", f'{name} needs "{key}"', node)

    def number(self, node: Node, name: str, low: int | None = None, high: int | None = None) -> None:
        value = node.value
        if not isinstance(value, int) or isinstance(value, bool):
            self.wrong(node, name, "a whole number")
        elif (low is not None and value < low) or (high is not None and value > high):
            self.document.report("number-range", f"{name} must be from {low} to {high}, not {value}", node)
        elif abs(value) > codes.MOST_NUMBER and name != "seed":
            self.document.report("number-range", f"{name} is beyond {codes.MOST_NUMBER:,}", node)

    def flag(self, node: Node, name: str) -> None:
        if not isinstance(node.value, bool):
            self.wrong(node, name, "true or false")

    def one_of(self, node: Node, name: str, words: Sequence[str]) -> None:
        if not isinstance(node.value, str):
            self.wrong(node, name, "a text")
        elif node.value not in words:
            word = shown(node.value)
            self.document.report("unknown-word", f'there is no {name} "{word}"{self.document.near(word, words)}', node)

    def stat(self, node: Node, name: str) -> None:
        if isinstance(node.value, dict):
            for key, member in self.members(node, name, ("BaseValue", "Modifier")).items():
                self.number(member, f"{key} of {name}")
        else:
            self.number(node, name)

    def listed(self, node: Node, name: str) -> list[Node]:
        if not isinstance(node.value, list):
            self.wrong(node, name, "a list")
        return node.items()

    def texts(self, node: Node, name: str) -> list[str]:
        found = []
        for item in self.listed(node, name):
            if isinstance(item.value, str):
                found.append(item.value)
            else:
                self.wrong(item, f"an item of {name}", "a text")
        return found

    def card(self, node: Node, name: str, kinds: int = 0) -> MarchesCard | None:
        """Check the number of a card that must exist."""
        self.number(node, name)
        if not isinstance(node.value, int) or isinstance(node.value, bool):
            return None
        card = self.catalogue.get(node.value)
        if card is None:
            self.document.report("unknown-card", f"there is no card {node.value}", node)
        elif kinds and not card.kind & kinds:
            self.document.report("unknown-card", f"{name} cannot be {card.name} ({card.id})", node)
        return card

    def cards(self, node: Node, name: str) -> None:
        for item in self.bounded(node, name, MOST_CARDS):
            self.card(item, name)

    def bounded(self, node: Node, name: str, most: int) -> list[Node]:
        """Return the items of a list that is not too long."""
        items = self.listed(node, name)
        if len(items) > most:
            self.document.report("too-many-values", f"{name} has {len(items):,} items; {most:,} are the most", node)
            return []
        return items

    # ---------------------------------------------------------------------------------------------- the whole file

    def scenario(self, root: Node) -> Scenario | None:
        document = self.document
        members = self.members(root, "a scenario", (*TOP_KEYS, *STARTS))
        self.needed(root, "a scenario", members, ("format", "id", "title", "covers", "basis", "steps"))
        if "format" in members and members["format"].value != FORMAT:
            document.report("wrong-format", f'a scenario must have "format": "{FORMAT}"', members["format"])
        for key in ("id", "title", "note"):
            if key in members and not isinstance(members[key].value, str):
                self.wrong(members[key], key, "a text")
        name = os.path.basename(document.path).removesuffix(".json")
        if name and "id" in members and members["id"].value != name:
            document.report("wrong-id", f'the id must be the file name, "{name}"', members["id"])
        if "covers" in members:
            for topic in self.texts(members["covers"], "covers"):
                if topic not in TOPICS:
                    word = shown(topic)
                    near = document.near(word, TOPICS)
                    document.report("unusual-topic", f'"{word}" is not a usual topic{near}', members["covers"], True)
        if "basis" in members:
            self.texts(members["basis"], "basis")
        requires = self.texts(members["requires"], "requires") if "requires" in members else []
        if "cards" in members:
            for item in self.listed(members["cards"], "cards"):
                self.inline_card(item)
        options = self.options(members["options"]) if "options" in members else {}
        if sum(key in members for key in STARTS) != 1 and isinstance(root.value, dict):
            document.report("missing-field", "a scenario needs either a state or a new_game", root)
        if "state" in members:
            self.state(members["state"])
        if "new_game" in members:
            self.new_game(members["new_game"])
        steps = self.listed(members["steps"], "steps") if "steps" in members else []
        for step in steps:
            self.step(step)
        if document.errors:
            return None
        return Scenario(
            document.path,
            str(members["id"].value),
            str(members["title"].value),
            requires,
            self.catalogue,
            options,
            members.get("state"),
            members.get("new_game"),
            steps,
        )

    def inline_card(self, node: Node) -> None:
        part = Document(self.document.path)
        part.root = node
        card = read_card(part)
        self.document.problems += part.problems
        if card is not None:
            self.catalogue.add(card, part, None)

    def options(self, node: Node) -> dict[str, int]:
        found: dict[str, int] = {}
        for name, member in self.members(node, "options", [rule.name for rule in OPTION_RULES]).items():
            if not isinstance(member.value, bool):
                self.number(member, name, 0, 30)
            if isinstance(member.value, int):
                found[name] = int(member.value)
        return found

    def state(self, node: Node) -> None:
        members = self.members(node, "a state", STATE_KEYS)
        if "current" in members:
            self.one_of(members["current"], "player", SEATS)
        if "turn" in members:
            self.number(members["turn"], "turn")
        for seat in SEATS:
            if seat in members:
                self.player(members[seat])
        refs: set[str] = set()
        buildings: set[object] = set()
        entities = members.get("entities")
        for item in [] if entities is None else self.bounded(entities, "entities", codes.MOST_ENTITIES):
            self.entity(item, refs, buildings)

    def player(self, node: Node) -> None:
        members = self.members(node, "a player", PLAYER_KEYS)
        for key, member in members.items():
            if key == "class":
                self.card(member, key, codes.PLAYER)
            elif key == "power":
                card = self.card(member, key, codes.SKILL)
                if card is not None and card.kind == codes.SKILL and card.targeting != codes.ON_BOARD:
                    self.document.report("unknown-card", f"the power {card.name} is not played on the board", member)
            elif key == "hp":
                self.stat(member, key)
            elif key in ("hand", "discard") or (key == "deck" and isinstance(member.value, list)):
                self.cards(member, key)
            elif key == "power_available":
                self.flag(member, key)
            elif key == "deck":
                self.number(member, key, 0, MOST_CARDS)
            else:
                self.number(member, key)

    def entity(self, node: Node, refs: set[str], buildings: set[object]) -> None:
        members = self.members(node, "an entity", ENTITY_KEYS)
        if not isinstance(node.value, dict):
            return
        self.needed(node, "an entity", members, ("card", "owner", "tile"))
        for key, member in members.items():
            if key == "ref":
                if not isinstance(member.value, str):
                    self.wrong(member, key, "a text")
                elif member.value in refs:
                    word = shown(member.value)
                    self.document.report("duplicate-key", f'there is another entity called "{word}"', member)
                else:
                    refs.add(member.value)
            elif key == "card":
                card = self.card(member, key, codes.UNIT | codes.BUILDING)
                tile = members.get("tile")
                if card is not None and card.kind == codes.BUILDING and tile is not None and type(tile.value) is int:
                    if tile.value in buildings:
                        self.document.report("two-buildings", "there is another building on this tile", member)
                    buildings.add(tile.value)
            elif key == "owner":
                self.one_of(member, "player", SEATS)
            elif key in ("tile", "played_at"):
                self.number(member, key, 0, codes.TILES - 1)
            elif key in STAT_KEYS:
                self.stat(member, key)
            else:
                self.number(member, key)

    def new_game(self, node: Node) -> None:
        members = self.members(node, "a new game", NEW_GAME_KEYS)
        if isinstance(node.value, dict):
            self.needed(node, "a new game", members, SEATS)
        if "seed" in members:
            self.number(members["seed"], "seed")
        for seat in SEATS:
            if seat in members:
                player = self.members(members[seat], f"{seat} of a new game", ("deck", "class"))
                if isinstance(members[seat].value, dict):
                    self.needed(members[seat], f"{seat} of a new game", player, ("deck",))
                if "deck" in player:
                    self.cards(player["deck"], "deck")
                if "class" in player:
                    self.card(player["class"], "class", codes.PLAYER)

    # ------------------------------------------------------------------------------------------------------- steps

    def step(self, node: Node) -> None:
        members = self.members(node, "a step", STEP_KEYS)
        if "do" in members:
            self.do(members["do"])
        if "bind" in members:
            self.texts(members["bind"], "bind")
        if "expect" in members:
            self.expect(members["expect"])

    def do(self, node: Node) -> None:
        if isinstance(node.value, str):
            self.one_of(node, "action", ("power", "end_turn", "undo"))
            return
        members = self.members(node, "do", ("play", "at", "options", "check_deck"))
        if not isinstance(node.value, dict):
            return
        verbs = [key for key in ("play", "options", "check_deck") if key in members]
        if len(verbs) != 1 or ("at" in members and "play" not in members):
            self.document.report("wrong-kind", "do must say one thing: play (at), options, check_deck", node)
        if "play" in members:
            self.number(members["play"], "play")
        at = members.get("at")
        if at is not None and not isinstance(at.value, str):
            self.number(at, "at")
        asked = members.get("options")
        if asked is not None and asked.value != "power":
            self.number(asked, "options")
        deck = members.get("check_deck")
        for item in [] if deck is None else self.bounded(deck, "check_deck", MOST_CARDS):
            self.number(item, "check_deck")

    def expect(self, node: Node) -> None:
        for key, member in self.members(node, "expect", EXPECT_KEYS).items():
            if key == "outcome":
                self.one_of(member, "outcome", OUTCOMES)
            elif key in ("unchanged", "game_over", "void", "deck_valid"):
                self.flag(member, key)
            elif key == "current" or (key == "winner" and member.value is not None):
                self.one_of(member, "player", SEATS)
            elif key == "turn":
                self.number(member, key)
            elif key in SEATS:
                self.expect_player(member)
            elif key == "entities":
                for name, item in member.members().items() if isinstance(member.value, dict) else []:
                    if item.value is not None:
                        self.expect_entity(item, shown(name))
                if not isinstance(member.value, dict):
                    self.wrong(member, key, "an object")
            elif key in ("board", "targets"):
                for item in self.listed(member, key):
                    if key == "board":
                        self.expect_entity(item, "an item of board")
                    elif not isinstance(item.value, str):
                        self.number(item, "a target")
            elif key == "counts":
                for seat, item in self.members(member, key, SEATS).items():
                    for kind, count in self.members(item, f"{key} of {seat}", ("units", "buildings")).items():
                        self.number(count, kind)
            elif key == "events":
                for kind, count in self.members(member, key, EVENT_KINDS).items():
                    self.number(count, kind)

    def expect_player(self, node: Node) -> None:
        for key, member in self.members(node, "a player", EXPECT_PLAYER_KEYS).items():
            if key in ("hand", "discard"):
                for item in self.listed(member, key):
                    self.number(item, f"a card in {key}")
            elif key == "power_available":
                self.flag(member, key)
            elif key == "hp":
                self.stat(member, key)
            else:
                self.number(member, key)

    def expect_entity(self, node: Node, name: str) -> None:
        for key, member in self.members(node, name, EXPECT_ENTITY_KEYS).items():
            if key == "owner":
                self.one_of(member, "player", SEATS)
            elif key in STAT_KEYS:
                self.stat(member, key)
            else:
                self.number(member, key)
