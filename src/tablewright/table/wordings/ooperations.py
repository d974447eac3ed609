"""Magical OOPerations in words: cards by their names, slots by what stands in them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from tablewright.core.game import Game
from tablewright.core.state import Action
from tablewright.games.ooperations.actions import OoperationsAction
from tablewright.games.ooperations.files import shipped_texts
from tablewright.games.ooperations.pieces import (
    AMPUTATE,
    CREATURE,
    FIXED,
    GAIN,
    GRAVEYARD,
    HEALTH,
    TARGET,
    TEMPORARY,
    TRAIT_LETTERS,
    TRAIT_NAMES,
    OoperationsCard,
    trait_letters,
)
from tablewright.table.wording import Scene, Wording

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


@lru_cache(2048)
def _first_words(text: str) -> str:
    return " ".join(text.split()[:2])


class OoperationsWording(Wording):
    """Words for two mages and their creatures."""

    causes: ClassVar = {
        "defeated": "{loser} has no health left",
        "round limit": "the last round is over",
        "no card to draw": "{loser} has no card left to draw",
    }
    ender = "done"
    late = ("redraw", "done")
    numbered = True

    def __init__(self, game: Game, setup: Any) -> None:
        super().__init__(game, setup)
        self.cards: dict[str, OoperationsCard] = setup.cards.by_key

    @cached_property
    def _texts(self) -> dict[str, str]:
        return shipped_texts()  # for those who look at cards, not for every match of a server

    def news(self, scene: Scene) -> str:
        return f"round {scene.view['round']} of {scene.view['max_rounds']}"

    def group(self, action: Action) -> str:
        return _first_words(action.text)

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
        text = action.text
        word = text[text.rfind(" ") + 1 :]
        if word in self.cards:
            return self.cards[word].name
        if text.startswith("battle"):
            foe = self._creature("O" + word, scene)
            return f"to {word}, against {foe}" if foe else f"to {word}, nobody opposite"
        if word not in scene.places:
            creature = self._creature(word, scene)
            scene.places[word] = f"{word} {creature}" if creature else f"in {word}"
        return scene.places[word]

    def _creature(self, slot: str, scene: Scene) -> str:
        creature = self._at(slot, scene)
        return f"{self.cards[creature['card']].name} {creature['attack']}/{creature['health']}" if creature else ""

    def _at(self, slot: str, scene: Scene) -> dict[str, Any] | None:
        me = 0 if scene.seat is None else scene.seat
        owner = 1 - me if slot.startswith("O") else me
        zone = "battle" if "B" in slot else "field"
        found: dict[str, Any] | None = scene.view["players"][owner][zone][int(slot[-1]) - 1]
        return found

    def explained(self, scene: Scene) -> list[OoperationsAction]:
        """Explain what concerns cards in hand and creatures on the board, not what nobody would try.

        A spell for which there is no creature at all is impossible everywhere, and its reasons count together.
        """
        players, me = scene.view["players"], scene.view["players"][scene.seat or 0]
        other = players[1 - (scene.seat or 0)]
        slots = [*me["field"], *me["battle"], *other["field"], *other["battle"]]  # as actions count them
        buried = {creature["card"] for creature in me["graveyard"]}
        anybody = any(slots)
        found = [self.setup.cards.redraw] if me["may_redraw"] else []
        for row, creature in zip(self.setup.cards.battles, me["field"], strict=True):
            found += row if creature else ()
        hand = set(me["hand"] or ())
        for card in self.setup.cards.cards if hand else ():
            if card.key not in hand:
                continue
            if card.aim == TARGET and anybody:
                found += [action for action in card.actions if slots[action.slot]]
            elif card.aim == GRAVEYARD:
                possible = [action for action in card.actions if action.number >= 0]
                found += [action for action in possible if not buried or action.buried.key in buried]
            else:
                found += card.actions
        return found

    def order(self, actions: list[Any], scene: Scene) -> list[Any]:
        """List enemies first for a spell that harms, and one's own creatures first for one that helps."""
        card = actions[0].card if actions else None
        if card is None or card.aim != TARGET:
            return actions
        harms = self._harms(card)
        return sorted(actions, key=lambda action: action.text.rpartition(" ")[2].startswith("O") != harms)

    def _harms(self, card: OoperationsCard) -> bool:
        """Say whether a spell is one for enemies: it wounds, maims or does nothing but send its target away."""
        return any(
            (what == HEALTH and amount < 0) or what == AMPUTATE or (what == GAIN and amount == TEMPORARY)
            for what, amount in card.effects
        )

    def refusal(self, group: str, reason: str, scene: Scene) -> str:
        card = self.cards.get(group.partition(" ")[2])
        if card is not None and card.aim == GRAVEYARD and not scene.view["players"][scene.seat or 0]["graveyard"]:
            return "your graveyard is empty"
        return reason

    def advice(self, action: Action, scene: Scene) -> str:
        assert isinstance(action, OoperationsAction)
        view, me = scene.view, scene.seat or 0
        words = action.text.split()
        slot = words[-1]
        if words[0] == "creature":
            foe = self._at(f"OB{slot[-1]}", scene) or self._at(f"OF{slot[-1]}", scene)
            return f"it stands in the lane of {self._name(foe)}" if foe else ""
        if words[0] == "battle":
            mine, foe = self._at(words[1], scene), self._at(f"OB{slot[-1]}", scene)
            if mine is None:
                return ""
            if foe is None:
                return (
                    f"nobody opposes it there, so it would hit for {mine['attack']}" if view["attacker"] == me else ""
                )
            if view["attacker"] != me:
                return f"it blocks {self._name(foe)}, which would hit you for {foe['attack']}"
            return f"it meets {self._name(foe)}" + (" and can kill it" if mine["attack"] >= foe["health"] else "")
        target = self._at(slot, scene) if action.card is not None and action.card.aim == TARGET else None
        if target is None or action.card is None:
            return ""
        loss = -sum(amount for what, amount in action.card.effects if what == HEALTH)
        return f"it kills {self._name(target)}" if loss >= target["health"] else ""

    def _name(self, creature: dict[str, Any]) -> str:
        return self.cards[creature["card"]].name

    def tell(self, told: str, seen: dict[str, Any], names: list[str], before: Callable[[], Scene]) -> str:
        told = super().tell(told, seen, names, before)
        kind, target = seen["kind"], seen.get("target")
        if not target:
            return told
        owner = names[target["seat"]]
        if kind == "DirectHit":
            return told.replace("the defender", owner)
        if kind == "AttackStarted":
            victim = target["creature"]
            left = f", {max(0, victim['health'])} health left."
            return told.replace(" for ", f" {owner}'s {self._name(victim)} for ").rstrip(".") + left
        if kind == "SpellCast":
            zone, slot = target["at"]
            victim = before().view["players"][target["seat"]][zone][slot]
            return f"{told.rstrip('.')} on {owner}'s {self._name(victim)}." if victim else told
        return told

    def pauses(self, seen: dict[str, Any]) -> bool:
        return seen["kind"] in ("BattleStarted", "FightStarted", "DirectHit", "BattleEnded", "RoundStarted")

    def follow(self, view: dict[str, Any], seen: dict[str, Any]) -> None:
        players = view["players"]
        for part in (seen, seen.get("target") or {}, *seen.get("changed", ()), *seen.get("moves", ())):
            player = players[part["seat"]] if "seat" in part else {}
            if "creature" in part and part.get("from", [""])[0] in ("field", "battle"):
                player[part["from"][0]][part["from"][1]] = None
            zone, *slot = part.get("at") or part.get("to") or [""]
            if "creature" in part and zone in ("field", "battle"):
                player[zone][slot[0]] = part["creature"]
            if player and "health" in part:
                player["health"] = part["health"]

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
            return f"{card.name}, spell, {cost}: {self._texts.get(f'D_{card.key}', '')}"
        return (
            f"{card.name}, {cost}, attack {card.attack}, health {card.health}{self._traits(trait_letters(card.traits))}"
        )

    def _traits(self, letters: str) -> str:
        names = [f"{TRAIT_NAMES[TRAIT_LETTERS.index(letter)]} ({TRAITS[letter]})" for letter in letters]
        return f"; {', '.join(names)}" if names else ""
