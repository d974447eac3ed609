"""The sheet of a card that is being made: how it begins, what the page shows of it, and how two of them differ."""

from __future__ import annotations

import difflib
import json
import os
from typing import Any, Final

from tablewright.core.outside import read_text
from tablewright.games.marches.authoring.start import renamed
from tablewright.games.marches.drawing import card_summary, plain_text, told_card, wrapped
from tablewright.games.marches.files import DATA, Catalogue
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.cards import ILLUSTRATION, LONGEST_NAME
from tablewright.games.marches.language.vocabulary import KINDS
from tablewright.games.marches.workshop.draft import BadEdit, CardSheet, Draft
from tablewright.games.marches.workshop.edits import edited, told_edit, told_text
from tablewright.games.marches.workshop.fields import TITLES, fields_of, said, shown_fields, value_of
from tablewright.games.marches.workshop.mends import shown_problems
from tablewright.games.marches.workshop.offers import free_lists, offers
from tablewright.games.marches.workshop.sentences import plain, shown_lists
from tablewright.games.marches.workshop.writing import written

__all__ = ["BadEdit", "CardSheet", "difference", "edited", "offers", "shown_sheet", "start_sheet", "told_edit"]

#: What a card of each kind begins with, beside its number, kind and name.
EMPTY: Final[dict[str, dict[str, Any]]] = {
    "UNIT": {"Cost": 2, "Rarity": 1, "Hp": 2, "Attack": 2, "Movement": 1, "TargetOptions": [0, 4, 10]},
    "BUILDING": {"Cost": 2, "Rarity": 1, "Hp": 3, "TargetOptions": []},
    "SKILL": {"Cost": 2, "Rarity": 1, "TargetType": "BOARD", "TargetOptions": [0]},
    "PLAYER": {"Hp": 20, "CurrentGold": 5, "ActivePowerId": 1},
}


def start_sheet(
    number: int, catalogue: Catalogue, *, like: int | None = None, kind: str = "UNIT", name: str = ""
) -> CardSheet:
    """Return the sheet of a new card: like one that there is, or an empty one of a kind; raises ``BadEdit``."""
    name = " ".join(name.split()).upper()
    if not name.isprintable() or len(name) > LONGEST_NAME:
        raise BadEdit(f"The name must be one line of at most {LONGEST_NAME} characters.")
    if like is not None:
        return _like(number, catalogue, like, name)
    if kind not in EMPTY:
        raise BadEdit(f"There is no kind of card called {kind[:40]}.")
    named = {} if kind == "SKILL" else {"Name": name or f"NEW {_word(kind)}"}
    card = {"Id": number, "EntityType": kind, **named, **EMPTY[kind]}
    drawn = {"Id": number, "EntityType": kind, "Name": name or f"NEW {_word(kind)}", "Text": ""}
    printed = {key: str(card[key]) for key in ("Cost", "Hp", "Attack", "Movement") if key in card}
    rarity = {"Rarity": card["Rarity"]} if "Rarity" in card else {}
    return CardSheet(written(card), written({**drawn, **printed, **rarity, "Tribe": "BASE"}))


def _word(kind: str) -> str:
    return "CLASS" if kind == "PLAYER" else kind


def _like(number: int, catalogue: Catalogue, like: int, name: str) -> CardSheet:
    card = catalogue.get(like)
    if card is None:
        raise BadEdit(f"There is no card {like} to begin with.")
    name = name or f"MY {card.name}"[:LONGEST_NAME]
    if like in catalogue.sources:
        source, drawn = catalogue.sources[like]
        texts = [written(source), written(drawn) if drawn else ""]
    else:
        path = os.path.join(DATA, "cards", f"{like}.json")
        texts = [read_text(path), read_text(path.removesuffix(".json") + ILLUSTRATION)]
    return CardSheet(renamed(texts[0], number, name), renamed(texts[1], number, name) if texts[1] else "")


def shown_sheet(sheet: CardSheet, number: int, catalogue: Catalogue) -> dict[str, Any]:
    """Return what the page shows of a card; one that does not load shows its fields, problems and JSON."""
    draft = Draft(sheet, number, catalogue)
    lists = shown_lists(draft)
    text = draft.picture.get("Text", "")
    return {
        "name": name_of(draft),
        "kind": KINDS.write(draft.kind),
        "card": None,
        "fields": shown_fields(draft) if draft.value else [],
        "lists": lists,
        "canAddList": draft.card is not None and bool(free_lists(draft)),
        "text": text if isinstance(text, str) else "",
        "words": "" if draft.card is None else told_text(draft).replace("#", ""),
        "faces": faces(draft),
        "problems": shown_problems(draft, lists),
        "json": {"card": sheet.card, "illustration": sheet.illustration},
    }


def name_of(draft: Draft) -> str:
    """Return the name of a card, also of one that does not load."""
    if draft.card is not None:
        return draft.card.name
    for value in (draft.value.get("Name"), draft.picture.get("Name")):
        if isinstance(value, str) and value:
            return value[:LONGEST_NAME]
    return f"CARD {draft.number}"


def faces(draft: Draft) -> dict[str, str]:
    """Return the card as consoles tell of it, and as it stands in a hand in the terminal."""
    card = draft.card
    if card is None:
        return {}
    line = f"{card.name}   {card.cost} gold   {card_summary(card)}" if card.kind != codes.PLAYER else card.name
    text = wrapped(plain_text(card.text)) if card.text else ""
    return {"console": told_card(card, draft.name), "terminal": f"{line}\n{text}"}


# -------------------------------------------------------------------------------------------------------- difference


def difference(old: CardSheet, new: CardSheet, number: int, catalogue: Catalogue) -> list[str]:
    """Say how two sheets of a card differ, a line for each change."""
    drafts = [Draft(old, number, catalogue), Draft(new, number, catalogue)]
    values = [_values(draft) for draft in drafts]
    lines = []
    for title in dict.fromkeys([*values[0], *values[1]]):
        before, after = values[0].get(title, ""), values[1].get(title, "")
        if before != after:
            lines.append(f"{title[:1].upper()}{title[1:]}: {before or 'nothing'} → {after or 'nothing'}")
    rows = [_sentences(draft) for draft in drafts]
    lines += [line for line in difflib.ndiff(rows[0], rows[1]) if line[:2] in ("+ ", "- ")]
    if not lines and old != new:
        lines.append("Only the JSON is written in another way.")
    return lines


def _values(draft: Draft) -> dict[str, str]:
    found: dict[str, str] = {"kind": KINDS.write(draft.kind).lower()}
    for field in fields_of(draft) if draft.value else []:
        value = value_of(draft, field)
        found[TITLES[field.name]] = said(draft, field.name, value) if field.shape != "tiles" else json.dumps(value)
    text = draft.picture.get("Text", "")
    found["text"] = text if isinstance(text, str) else ""
    return found


def _sentences(draft: Draft) -> list[str]:
    lines = []
    for one in shown_lists(draft):
        when = plain(one["parts"])
        lines += [f"{when}: {row['says']}" for row in one["rows"]] or [f"{when}: nothing"]
    return lines
