"""The detection rate of the check, measured: mistakes put into every shipped card, one at a time."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tablewright.core.problems import Problem
from tablewright.games.marches.authoring.lint import check
from tablewright.games.marches.files import DATA
from tablewright.games.marches.language.cards import PARAMETERS, read_card
from tablewright.games.marches.language.effects import EFFECT_OF_NAME
from tablewright.games.marches.language.reader import parse, read
from tablewright.games.marches.language.texts import card_lines
from tablewright.games.marches.language.vocabulary import FIELDS, INTERACTIONS, PLACES, TRIGGERS
from tests.games.marches.authoring.test_paraphrases import HONEST

Path_ = tuple[str | int, ...]
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
KEYS = {field.name for field in FIELDS} | {"EffectType", *PARAMETERS}
OCCASIONS = {*INTERACTIONS, *TRIGGERS, *PLACES.by_name}
CARDS = sorted(path for path in (Path(DATA) / "cards").glob("*.json") if "illustration" not in path.name)


def misspellings(word: str, rng: random.Random) -> list[str]:
    """Return the word with a letter dropped, doubled, changed, and swapped with its neighbour."""
    at = rng.randrange(len(word))
    other = rng.choice(LETTERS if word.isupper() else LETTERS.lower())
    swap = min(at, len(word) - 2)
    found = [
        word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:],
        word[:at] + other + word[at + 1 :],
        word[:swap] + word[swap + 1] + word[swap] + word[swap + 2 :],
    ]
    return [wrong for wrong in found if wrong.upper() != word.upper() and wrong]


def walk(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Go through a JSON value."""
    yield path, value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from walk(item, (*path, key))


def at(card: Any, path: Path_) -> Any:
    for key in path:
        card = card[key]
    return card


def with_value(card: Any, path: Path_, value: Any) -> Any:
    changed = deepcopy(card)
    at(changed, path[:-1])[path[-1]] = value
    return changed


def with_key(card: Any, path: Path_, key: str) -> Any:
    """Return the card with a key replaced, in its place."""
    changed = deepcopy(card)
    holder = at(changed, path[:-1])
    members = [(key if old == path[-1] else old, value) for old, value in holder.items()]
    holder.clear()
    holder.update(members)
    return changed


def without(card: Any, path: Path_) -> Any:
    changed = deepcopy(card)
    del at(changed, path[:-1])[path[-1]]
    return changed


def words_at(path: Path_, value: Any) -> set[str]:
    """Return the words that could stand at a place; none if it is no place for a word."""
    key = path[-1] if path else ""
    if not isinstance(value, str) or not isinstance(key, str) or key == "Name":
        return set()
    if key == "EffectType":
        return set(EFFECT_OF_NAME)
    if len(path) > 1:
        vocabulary = PARAMETERS[key].vocabulary
        return set(vocabulary.names) if vocabulary is not None else set()
    return {word for field in FIELDS if field.name == key and field.vocabulary for word in field.vocabulary.names}


def misspelt_values(card: Any, rng: random.Random) -> Iterator[tuple[Any, str]]:
    for path, value in walk(card):
        known = words_at(path, value)
        if known and "|" not in value:
            for wrong in misspellings(value, rng):
                if wrong.upper() not in known:
                    yield with_value(card, path, wrong), value


def misspelt_keys(card: Any, rng: random.Random) -> Iterator[tuple[Any, str]]:
    for path, _ in walk(card):
        key = path[-1] if path else 0
        if isinstance(key, str) and key in KEYS | OCCASIONS:
            known = KEYS if key in KEYS else OCCASIONS
            for wrong in misspellings(key, rng):
                if wrong not in known and wrong.upper() not in OCCASIONS and wrong not in at(card, path[:-1]):
                    yield with_key(card, path, wrong), key


def wrong_types(card: Any) -> Iterator[Any]:
    for path, value in walk(card):
        if path:
            for other in (1.5, True, {"a": 1}, [["a"]], 7, "seven", None):
                nothing = other is None and path[-1] in ("TargetOptions", "Interactions", *OCCASIONS)
                same = type(other) is type(value) or (other is None and path[0] == "Triggers" and len(path) < 3)
                stat = isinstance(other, dict) and path[-1] in ("Hp", "Attack", "Movement", "MovementDenominator")
                if not same and not nothing and not stat:
                    yield with_value(card, path, other)


def missing_keys(card: Any) -> Iterator[Any]:
    for field in FIELDS:
        if field.needed:
            yield without(card, (field.name,))
    for path, value in walk(card):
        if isinstance(value, dict) and "EffectType" in value:
            effect = EFFECT_OF_NAME[value["EffectType"]]
            for key in value:
                parameter = effect.parameters.get(key)
                if key == "EffectType" or (parameter is not None and parameter.needed):
                    yield without(card, (*path, key))


def superfluous_keys(card: Any) -> Iterator[Any]:
    kind = next(word.value for word in FIELDS[1].vocabulary.words if word.name == card["EntityType"])
    yield {**card, "Colour": "red"}
    for field in FIELDS:
        if not kind & field.kinds:
            yield {
                **card,
                field.name: 1 if field.shape in ("integer", "stat") else {} if field.shape == "triggers" else "X",
            }
    for path, value in walk(card):
        if isinstance(value, dict) and "EffectType" in value:
            effect = EFFECT_OF_NAME[value["EffectType"]]
            yield with_value(card, (*path, "Comment"), "x")
            for name, parameter in PARAMETERS.items():
                if name not in effect.parameters:
                    word: Any = 1 if parameter.vocabulary is None else parameter.vocabulary.names[0]
                    yield with_value(card, (*path, name), word)


class Folder:
    """A folder with a card that is written again and again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def check(self, name: str, card: Any) -> list[Problem]:
        path = self.folder / name
        path.write_text(json.dumps(card, indent=1))
        found = check([str(path)])
        path.unlink()
        # The illustration is not here, and a skill has no name without it; only the card file counts.
        return [problem for problem in found if problem.code not in ("no-text", "no-name", "same-number")]


@pytest.fixture(scope="module")
def cards() -> dict[str, Any]:
    found = {}
    for path in CARDS:
        root = read(str(path)).root
        assert root is not None
        found[path.name] = root.plain()
    return found


def sampled(items: Iterator[Any], rng: random.Random, count: int) -> list[Any]:
    """Return some of many."""
    found = list(items)
    return found if len(found) <= count else rng.sample(found, count)


def test_the_cards_are_without_mistakes_before(cards: dict[str, Any], tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    assert [name for name, card in cards.items() if folder.check(name, card)] == []


@pytest.mark.parametrize("maker", [misspelt_values, misspelt_keys])
def test_every_misspelt_word_is_found_and_the_right_one_proposed(
    maker: Any, cards: dict[str, Any], tmp_path: Path
) -> None:
    rng = random.Random(7)
    folder = Folder(tmp_path)
    tried = right = 0
    missed = []
    for name, card in cards.items():
        for wrong, word in sampled(maker(card, rng), rng, 20):
            problems = folder.check(name, wrong)
            tried += 1
            if not any(not problem.warning for problem in problems):
                missed.append((name, word))
            right += any(f'did you mean "{word}"?' in problem.message for problem in problems)
    assert missed == []
    assert tried > 400
    assert right / tried >= 0.95


@pytest.mark.parametrize("maker", [wrong_types, missing_keys, superfluous_keys])
def test_every_wrong_type_and_missing_or_superfluous_key_is_found(
    maker: Any, cards: dict[str, Any], tmp_path: Path
) -> None:
    rng = random.Random(7)
    folder = Folder(tmp_path)
    tried = 0
    missed = []
    for name, card in cards.items():
        for wrong in sampled(maker(card), rng, 15):
            tried += 1
            if not folder.check(name, wrong):
                missed.append(wrong)
    assert missed == []
    assert tried > 200


# ------------------------------------------------------------------------------------------- mistakes in what is meant


def other_numbers(card: Any) -> Iterator[Any]:
    for path, value in walk(card):
        if path and path[-1] == "TempVariable" and value:
            yield with_value(card, path, value + 1)


def other_sides(card: Any) -> Iterator[Any]:
    for path, value in walk(card):
        if path and path[-1] == "TargetPlayer" and value in ("OWNER", "OPPONENT"):
            yield with_value(card, path, "OPPONENT" if value == "OWNER" else "OWNER")


def other_outputs(card: Any) -> Iterator[Any]:
    for path, value in walk(card):
        if path and path[-1] == "Output":
            yield with_value(card, path, "TARGET_HP" if value == "TARGET_ATTACK" else "TARGET_ATTACK")


def dropped_effects(card: Any) -> Iterator[Any]:
    for path, value in walk(card):
        if isinstance(value, dict) and "EffectType" in value:
            yield without(card, path)


@pytest.mark.parametrize(
    ("maker", "rate"), [(other_numbers, 0.85), (other_sides, 0.8), (other_outputs, 0.8), (dropped_effects, 0.8)]
)
def test_most_programs_that_no_longer_fit_their_text_are_found(
    maker: Any, rate: float, cards: dict[str, Any], tmp_path: Path
) -> None:
    tried = noticed = 0
    for name, card in cards.items():
        picture = name.replace(".json", "-illustration.json")
        for wrong in maker(card):
            (tmp_path / name).write_text(json.dumps(wrong))
            (tmp_path / picture).write_text((CARDS[0].parent / picture).read_text())
            tried += 1
            noticed += bool(check([str(tmp_path / name), str(tmp_path / picture)]))
            (tmp_path / name).unlink()
            (tmp_path / picture).unlink()
    assert tried > 25
    assert noticed / tried >= rate


# --------------------------------------------------------------------------------- words that exist, in the wrong place


def misplaced_words(card: Any) -> Iterator[tuple[str, Any]]:
    """Put every other word of its vocabulary in the place of each word, and every other occasion in that of each."""
    for path, value in walk(card):
        known = words_at(path, value)
        for word in sorted(known - {value.upper()} if known else ()):
            yield str(path[-1]), with_value(card, path, word)
        key = path[-1] if path else 0
        if isinstance(key, str) and key in OCCASIONS:
            for group in (INTERACTIONS, TRIGGERS, PLACES.by_name):
                for word in group if key in group else ():
                    if word not in at(card, path[:-1]):
                        yield "occasion", with_key(card, path, word)


def explained(card: Any, picture: Any) -> list[str] | None:
    made = read_card(parse(json.dumps(card)), parse(json.dumps(picture)))
    return None if made is None else card_lines(made)


class Words:
    """How many words in the wrong place are tried and found, for each key."""

    def __init__(self, folder: Path, cards: dict[str, Any], texts: dict[str, list[str]]) -> None:
        self.tried: Counter[str] = Counter()
        self.found: Counter[str] = Counter()
        for name, card in cards.items():
            picture_name = name.replace(".json", "-illustration.json")
            root = read(str(CARDS[0].parent / picture_name)).root
            assert root is not None
            for text in texts.get(name, [root.plain().get("Text", "")]):
                picture = {**root.plain(), "Text": text}
                right = explained(card, picture)
                (folder / picture_name).write_text(json.dumps(picture))
                for key, wrong in misplaced_words(card):
                    if explained(wrong, picture) != right:  # otherwise it does the same, in other words
                        (folder / name).write_text(json.dumps(wrong))
                        problems = check([str(folder / name), str(folder / picture_name)])
                        self.tried[key] += 1
                        self.found[key] += any(problem.code != "same-number" for problem in problems)
                (folder / picture_name).unlink()
                (folder / name).unlink(missing_ok=True)

    def rate(self, *without: str) -> float:
        keys = [key for key in self.tried if key not in without]
        return sum(self.found[key] for key in keys) / sum(self.tried[key] for key in keys)


def test_nine_of_ten_words_in_the_wrong_place_are_found(cards: dict[str, Any], tmp_path: Path) -> None:
    words = Words(tmp_path, cards, {})
    assert sum(words.tried.values()) > 2500
    assert words.rate() >= 0.95
    # Another type of card or effect is easily seen; the others are to be found as well.
    assert words.rate("EntityType", "EffectType") >= 0.9


def test_they_are_found_beside_texts_in_other_words_too(cards: dict[str, Any], tmp_path: Path) -> None:
    texts: dict[str, list[str]] = {}
    for number, text in HONEST[::8]:
        texts.setdefault(f"{number}.json", []).append(text)
    words = Words(tmp_path, {name: card for name, card in cards.items() if name in texts}, texts)
    assert sum(words.tried.values()) > 500
    assert words.rate() >= 0.9


def measure() -> None:
    """Print the rates over all mistakes that can be made, for the page for card authors."""
    from tempfile import TemporaryDirectory

    plain = {path.name: read(str(path)).root.plain() for path in CARDS}
    everything = Counter[str]()
    with TemporaryDirectory() as name:
        folder = Folder(Path(name))
        for maker in (misspelt_values, misspelt_keys, wrong_types, missing_keys, superfluous_keys):
            rng = random.Random(1)
            tried = noticed = proposed = 0
            for file, card in plain.items():
                made: Any = maker(card, rng) if maker in (misspelt_values, misspelt_keys) else maker(card)
                for item in made:
                    wrong, word = item if isinstance(item, tuple) else (item, None)
                    problems = folder.check(file, wrong)
                    tried += 1
                    noticed += bool(problems)
                    proposed += any(f'did you mean "{word}"?' in problem.message for problem in problems)
            print(f"{maker.__name__}: {tried} tried, {noticed} found, {proposed} with the right word")
            everything.update(tried=tried, found=noticed)
        texts: dict[str, list[str]] = {}
        for number, text in HONEST:
            texts.setdefault(f"{number}.json", []).append(text)
        worded = {file: card for file, card in plain.items() if file in texts}
        for label, words in (("shipped", Words(Path(name), plain, {})), ("reworded", Words(Path(name), worded, texts))):
            tried, noticed = sum(words.tried.values()), sum(words.found.values())
            print(f"words in the wrong place, {label} texts: {tried} tried, {noticed} found, {words.rate():.1%}")
            print(f"  without types of cards and effects: {words.rate('EntityType', 'EffectType'):.1%}")
            print("  " + ", ".join(f"{key} {words.found[key]} of {words.tried[key]}" for key in words.tried))
            if label == "shipped":
                everything.update(tried=tried, found=noticed)
    print(f"in all: {everything['tried']} tried, {everything['found']} found")


if __name__ == "__main__":
    measure()
