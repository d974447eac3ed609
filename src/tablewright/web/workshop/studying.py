"""What is known about whether a card is fair, kept with the content that it was measured on."""

from __future__ import annotations

import hashlib
import os
from typing import Any

from tablewright.bots.registry import levels, make_bot
from tablewright.core.dealing import canonical
from tablewright.core.disk import Lock
from tablewright.core.registry import find_game
from tablewright.games.marches.files import COPIES, Catalogue
from tablewright.games.marches.language import codes
from tablewright.games.marches.workshop.decks import deck_with, read_list
from tablewright.games.marches.workshop.sheet import BadEdit, CardSheet, edited
from tablewright.web.workshop.journal import now
from tablewright.web.workshop.space import STUDIES, Space, WorkshopRefusal, missing, sheet_of

Value = dict[str, Any]

WAITING, PLAYING, DONE, STOPPED, FAILED = "waiting", "playing", "done", "stopped", "failed"
#: Who plays where nobody says another: an answer in a minute or two. docs/workshop.md has the figures.
BOT = "greedy"
#: What a study, the wish to stop it, and the lock of whoever plays it are called.
STUDY, STOP, LOCK = ".study", ".stop", ".lock"
#: The deck that is made where no deck of the author's holds the card.
TRIED = "workshop-trial"


def known_study(space: Space, number: int) -> Value | None:
    """Return what is known of a card; ``None`` if nobody has asked yet."""
    study: Value | None = space.read_value(STUDIES, f"{number}{STUDY}")
    if study is None:
        return None
    if study["state"] in (WAITING, PLAYING) and not is_played(space.hidden, number):
        study["state"] = STOPPED  # the server has ended meanwhile
    study["stale"] = study.pop("content") != content_of_card(space, number)
    return study


def is_played(hidden: str, number: int) -> bool:
    """Say whether somebody plays the study of a card, or waits to."""
    try:
        Lock(os.path.join(hidden, STUDIES, f"{number}{LOCK}")).release()
    except BlockingIOError:
        return True
    return False


def content_of_card(space: Space, number: int) -> str:
    """Return digits that change with everything that a card, as it is now, does in a match."""
    loaded = space.load(number, space.sheet(number))
    if loaded is None:
        return ""
    catalogue = space.catalogue
    try:
        brought = catalogue.reachable([number])
    except ValueError:  # a class whose power is not there
        brought = {number: loaded.card}
    values: list[Any] = [loaded.card.tribe]
    for one in sorted(brought):
        if one in catalogue.sources:
            value = catalogue.sources[one][0]
            values.append({key: part for key, part in value.items() if key != "Name"} if isinstance(value, dict) else 0)
    return hashlib.sha256(canonical(values).encode()).hexdigest()[:16]


def told_bot(bot: str) -> str:
    """Return what the bot of a study is called, with its level."""
    for level, name in levels(find_game("marches")).items():
        if bot in (level, name):
            return f"{name} ({level})"
    return bot


def plan_study(space: Space, number: int, costs: bool = False, bot: str | None = None) -> Value:
    """Return what a study needs: cards and decks as they are now, at one cost or at three; raises a refusal."""
    chosen = bot or BOT
    with space.locked():
        journal = space.book(number)
        sheet = sheet_of(journal.history.now.texts)
        if space.load(number, sheet) is None:
            raise WorkshopRefusal(409, "DRAFT", "The card has mistakes that keep it out of play: mend them first.")
        try:
            make_bot(chosen, find_game("marches"), programs=False)
        except ValueError as error:
            raise WorkshopRefusal(422, "BAD_EDIT", f"{error}.") from error
        card = space.catalogue.get(number)
        assert card is not None
        player = card.kind == codes.PLAYER
        if not player and card.rarity not in COPIES:
            what = f"has rarity {card.rarity}, so that no deck holds it"
            raise WorkshopRefusal(409, "NO_STUDY", f"{card.name} {what}: ask about a card that brings it into play.")
        around = (card.cost - 1, card.cost, card.cost + 1) if costs and not player else (card.cost,)
        wanted = [cost for cost in around if cost >= 0]
        variants = {}
        for cost in sorted(wanted, key=lambda cost: abs(cost - card.cost)):  # what it costs comes first
            variants[cost] = _at_cost(sheet, number, cost, card.cost, space.catalogue)
        texts = {str(one): _texts(space.files_of(one)) for one in space.catalogue.sources}
        return {
            "number": number,
            "bot": chosen,
            "level": told_bot(chosen),
            "content": content_of_card(space, number),
            "when": now(),
            "costs": [[cost, _texts(variant)] for cost, variant in variants.items()],
            "cards": texts,
            "decks": _decks(space, number),
            "jobs": min(space.bounds.jobs, os.cpu_count() or 1),
        }


def _texts(sheet: CardSheet | None) -> list[str]:
    assert sheet is not None
    return [sheet.card, sheet.illustration]


def _at_cost(sheet: CardSheet, number: int, cost: int, now: int, catalogue: Catalogue) -> CardSheet:
    return sheet if cost == now else edited(sheet, number, {"field": "Cost", "value": cost}, catalogue)


def _decks(space: Space, number: int) -> dict[str, str]:
    """Return the decks of the space that hold a card; a ready one with the card put in if there is none."""
    found = {}
    for stem in space.decks().values():
        text = space.deck_text(stem)
        deck = read_list(text, space.catalogue)
        if (number in deck.cards or number == deck.class_) and space.is_legal(text):
            found[stem] = text
    if not found:
        try:
            found[TRIED] = deck_with(number, TRIED, space.catalogue)
        except BadEdit as error:
            raise WorkshopRefusal(409, "NO_STUDY", str(error)) from error
    return found


def tell_study(space: Space, number: int) -> Value:
    """Return what is known of a card; raises a refusal if nobody has asked."""
    with space.locked():
        space.book(number)
        study = known_study(space, number)
    if study is None:
        raise missing(f"study of card {number}")
    return study


def begun_study(plan: Value, state: str) -> Value:
    """Return a study of which nothing is known yet."""
    kept = ("bot", "level", "content", "when")
    return {"state": state, **{key: plan[key] for key in kept}, "answers": []}
