"""The Marches in words: cards by their names, tiles by what stands on them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar

from tablewright.core.game import Game
from tablewright.core.state import Action
from tablewright.games.marches.actions import CHOOSE, PLAY, MarchesAction
from tablewright.games.marches.language import codes
from tablewright.games.marches.pieces import ABSENT, TILE_NAMES, TILE_OF_NAME, MarchesCard
from tablewright.table.wording import Scene, Wording

KINDS = {codes.UNIT: "unit", codes.BUILDING: "building", codes.SKILL: "skill"}


def card_word(number: int) -> str:
    """Return the name that a card in hand has as a place on the board."""
    return f"card {number}"


def card_numbers(card: MarchesCard) -> str:
    """Return what kind of card it is, with its numbers."""
    stats = card.stats
    if card.kind == codes.UNIT:
        wait = "" if stats.denominator.total == 1 else f"/{stats.denominator.total}"
        return f"unit {stats.attack.total}/{stats.hp.total} move {stats.movement.total}{wait}"
    if card.kind == codes.BUILDING and stats.hp is not ABSENT:
        return f"building {stats.hp.total}"
    return KINDS.get(card.kind, "card")


def entity_stats(entity: dict[str, Any]) -> str:
    """Return the numbers of what stands on a tile; a "z" means that it waits."""
    if entity["kind"] != "UNIT":
        return str(entity["health"])
    waits = "z" if entity["cooldown"] else ""
    return f"{entity['attack']['total']}/{entity['health']}{waits}"


class MarchesWording(Wording):
    """Words for three lanes and the cards that march on them."""

    causes: ClassVar = {"DEFEATED": "{loser} is defeated", "VOID": "a card cannot go on"}
    ender = "done"
    late = ("done",)

    def __init__(self, game: Game, setup: Any) -> None:
        super().__init__(game, setup)
        self.cards: dict[int, MarchesCard] = setup.cards

    def news(self, scene: Scene) -> str:
        return f"turn {scene.view['turn']}"

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
        return f"Play {card.name} ({card.cost} gold, {card_numbers(card)})" if card is not None else group

    def _card(self, group: str) -> MarchesCard | None:
        """Return the card that a play command names."""
        return self._named.get(group.partition(" ")[2])

    @cached_property
    def _named(self) -> dict[str, MarchesCard]:
        """The cards by their names and by their numbers; the first that is called so."""
        named: dict[str, MarchesCard] = {}
        for card in self.cards.values():
            named.setdefault(card.name.upper(), card)
            named.setdefault(str(card.id), card)
        return named

    def title(self, action: Action, scene: Scene) -> str:
        assert isinstance(action, MarchesAction)
        if action.kind == CHOOSE:
            targets = self._targets(scene)
            return targets[action.index] if action.index < len(targets) else action.text
        where = action.text.rpartition(" at ")[2]
        if where not in scene.places:
            tile = TILE_OF_NAME.get(where)
            here = ", ".join(self._told(entity, scene) for entity in scene.view["entities"] if entity["tile"] == tile)
            scene.places[where] = f"at {where}: {here}" if here else f"at {where}"
        return scene.places[where]

    def _targets(self, scene: Scene) -> list[str]:
        """Return what can be chosen when several on a tile would do, in the order of their numbers."""
        choosing = scene.view["choosing"]
        if not choosing:
            return []
        seat = scene.view["seat_to_act"]
        aim = self.setup.actions.aims[seat][choosing["card"]]
        kinds = {"UNIT": codes.UNIT, "BUILDING": codes.BUILDING}
        return [
            self._told(entity, scene)
            for entity in scene.view["entities"]
            if entity["tile"] == choosing["tile"]
            and kinds[entity["kind"]] & aim.kinds
            and aim.owners & (codes.OWNER if entity["owner"] == seat else codes.OPPONENT)
        ]

    def _told(self, entity: dict[str, Any], scene: Scene) -> str:
        return f"{scene.names[entity['owner']]}'s {entity['name']} {entity_stats(entity)}"

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

    def explained(self, scene: Scene) -> list[MarchesAction]:
        """Explain cards in hand where they could at all be played, and the power."""
        actions = self.setup.actions
        found = [actions.done, actions.power]
        if not scene.view["choosing"]:
            hand = set(scene.view["players"][scene.seat or 0].get("hand", ()))
            found += [action for action in actions.actions if action.card in hand]
        return found

    def tell(self, told: str, seen: dict[str, Any], names: list[str], before: Callable[[], Scene]) -> str:
        told = super().tell(told, seen, names, before)
        return f"{told[:1].upper()}{told[1:]}."

    def pauses(self, seen: dict[str, Any]) -> bool:
        return seen["kind"] in ("EntityMoved", "Combat", "TurnBegan")

    def follow(self, view: dict[str, Any], seen: dict[str, Any]) -> None:
        kind, entities = seen["kind"], view["entities"]
        if kind == "EntityCreated":
            entities.append(seen["entity"])
        for entity in list(entities):
            if entity["number"] != seen.get("number"):
                continue
            if kind == "EntityMoved":
                entity["tile"] = seen["tile"]
            elif kind == "EntityDied":
                entities.remove(entity)
            elif kind == "Damage":
                entity.update(damage=seen["damage"], health=seen["health"])

    def advice(self, action: Action, scene: Scene) -> str:
        assert isinstance(action, MarchesAction)
        tile = TILE_OF_NAME.get(action.text.rpartition(" at ")[2]) if action.kind == PLAY else None
        here = [entity for entity in scene.view["entities"] if entity["tile"] == tile]
        return f"there is {', '.join(self._told(entity, scene) for entity in here)}" if here else ""

    def why(self, state: Any, action: Any) -> list[str]:
        from tablewright.games.marches.machine.trace import story_of  # for those who ask

        return story_of(state, action)

    def describe(self, words: list[str], scene: Scene) -> list[str]:
        told = []
        for word in words:
            if word == "power":
                told.append(self._about(self.cards[scene.view["players"][scene.seat or 0]["power"]]))
            elif word.startswith("card "):
                told.append(self._about(self.cards[int(word[5:])]))
            elif word in TILE_OF_NAME:
                here = [entity for entity in scene.view["entities"] if entity["tile"] == TILE_OF_NAME[word]]
                told += [f"{word}: {', '.join(self._told(entity, scene) for entity in here)}"] if here else []
        return told

    def _about(self, card: MarchesCard) -> str:
        text = card.text.replace("*", "").replace("#", "")
        return f"{card.name}, {card.cost} gold, {card_numbers(card)}.{f' {text}' if text else ''}"
