"""The linter's look at what players read: the illustration file, its markup, and whether its text is true.

The text is compared with what ``texts.py`` derives from the program: what is spoken of (gold, damage, cards, ...),
the numbers, and whose side is meant. It finds texts that were not changed with their program; it proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tablewright.games.marches.authoring.lint_claims import ClaimLint
from tablewright.games.marches.authoring.lint_keys import ILLUSTRATION_KEYS, check_keys
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.effects import CHAIN_PLACES, FLOW, TARGETS
from tablewright.games.marches.language.flow import ACC, follow
from tablewright.games.marches.language.reader import Document, Node
from tablewright.games.marches.language.teller import joined
from tablewright.games.marches.language.texts import card_text, played_text
from tablewright.games.marches.language.vocabulary import KINDS
from tablewright.games.marches.machine import operations as op
from tablewright.games.marches.machine.chain import Instruction
from tablewright.games.marches.pieces import MarchesCard

#: Keywords of the rules that a text can mark, with the forms in which they stand in sentences.
KEYWORDS: Final = {
    "Attack": (),
    "Construction": ("constructs",),
    "Enter": ("enters", "entering", "entered"),
    "Gold": (),
    "HP": ("health",),
    "Lane": (),
    "March": ("marching", "marches", "marched"),
    "Movement": (),
}
KEYWORD_OF: Final = {form.casefold(): word for word, forms in KEYWORDS.items() for form in (word, *forms)}

#: What effects are about: words that only mean this, and words that can mean it.
TOPICS: Final = {
    "damage": (
        "damage damages damaged",
        "hurt hurts hit hits strike strikes wound wounds lose loses suffer suffers blow blows deal deals take takes"
        " shoot shoots burn burns bleed bleeds harm harms sting stings",
    ),
    "killing": (
        "kill kills killed destroy destroys destroyed",
        "die dies dead death remove removes slay slays gone survive survives burn burns raze razes demolish demolishes"
        " perish perishes end ends last",
    ),
    "gold": ("gold", "pay pays coin coins earn earns rich money treasury purse"),
    "drawing cards": ("draw draws drawn", "card cards"),
    "summoning": (
        "summon summons summoned",
        "place places put puts bring brings create creates arrive arrives appear appears join joins train trains"
        " recruit recruits raise raises call calls muster musters send sends",
    ),
    "marching": (
        "",
        "march marches marching marched step steps tile tiles move moves further stop stops stopped go goes",
    ),
    "attack": ("", "attack attacks strong stronger weak weaker strength"),
    "HP": ("", "hp health heal heals tough tougher life"),
    "movement": ("", "movement denominator march marches slow slows slower fast faster speed turns"),
}
SUMMONING: Final = "summoning"
NUMBERS: Final = {
    "two": 2,
    "both": 2,
    "double": 2,
    "doubles": 2,
    "doubled": 2,
    "twice": 2,
    "twofold": 2,
    "three": 3,
    "triple": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}
ENEMIES: Final = frozenset(
    ("enemy", "enemies", "enemy's", "opponent", "opponent's", "opponents", "opposing", "foe", "foes", "rival")
)


def words_of(text: str) -> list[str]:
    """Split a text into words in lower case, without markup."""
    kept = [letter if letter.isalnum() or letter in "'-" else " " for letter in text.casefold()]
    return [word.strip("'-") for word in "".join(kept).split()]


def topics(words: Iterable[str], weak: bool) -> set[str]:
    """Return what words speak of; with ``weak`` also by words that can mean other things."""
    found = set(words)
    return {
        topic
        for topic, (strong, other) in TOPICS.items()
        if found & set(strong.split()) or (weak and found & set(other.split()))
    }


def numbers(words: Iterable[str]) -> set[int]:
    """Return the numbers in a text that are not small enough to hide in an article."""
    found = {NUMBERS.get(word, int(word) if word.isascii() and word.isdigit() else 0) for word in words}
    return {number for number in found if number > 1}


def acting(instruction: Instruction) -> bool:
    """Say whether an instruction changes something that players see."""
    return not instruction.effect.written(instruction.values) <= {TARGETS, CHAIN_PLACES, FLOW, ACC}


def plain_topics(instruction: Instruction) -> set[str]:
    """Return what an acting instruction is about, leaving aside where its number comes from."""
    values = dict(instruction.values)
    if instruction.effect.card_number:
        return {SUMMONING}
    if "Input" in values:
        values["Input"] = codes.TEMP_VARIABLE
    return topics(words_of(instruction.effect.say(values)), True)


def differences(card: MarchesCard, text: str) -> list[str]:
    """Say where the text of a card does not fit its program."""
    words = words_of(text)
    if not card.programs:
        claimed = topics(words, False)
        return [f"the text speaks of {joined(sorted(claimed))}, but the card has no effects"] if claimed else []
    found = []
    stated = topics(words, True) | ({SUMMONING} if "#" in text else set())
    program_words = words_of(card_text(card))
    known = topics(program_words, True)
    counted: set[int] = set()
    needed: set[int] = set()
    for program in card.programs:
        for step in follow(card, program, cautious=False):
            instruction, values = step.instruction, step.instruction.values
            known |= plain_topics(instruction)
            if acting(instruction):
                about = plain_topics(instruction)
                if not about & stated:
                    found.append(f"the text says nothing of {joined(sorted(about), 'or')}: {instruction}")
                if isinstance(step.operation, op.Summon):
                    counted |= {sum(place.most for place in step.before.places), len(step.before.places)}
                elif values.get("Input") == codes.TEMP_VARIABLE and abs(values["TempVariable"]) > 1:
                    needed.add(abs(values["TempVariable"]))
            elif "TempVariable" in values:
                counted.add(abs(values["TempVariable"]))
    said = numbers(words)
    missing = needed - said
    if missing:
        found.append(f"the text does not say {joined(str(number) for number in sorted(missing))}")
    surplus = {number for number in said if str(number) in words} - needed - counted
    if surplus:
        found.append(f"the text says {joined(str(number) for number in sorted(surplus))}, but the program does not")
    extra = topics(words, False) - known
    if extra:
        found.append(f"the text speaks of {joined(sorted(extra))}, but the program does not")
    meant = ENEMIES & {*program_words, *words_of(played_text(card))}
    if meant and not ENEMIES & set(words):
        found.append("the text does not speak of the enemy, but the program does")
    elif ENEMIES & set(words) and not meant:
        found.append("the text speaks of the enemy, but the program does not")
    return found or ClaimLint(card, words, program_words, words_of(played_text(card))).differences()


# -------------------------------------------------------------------------------------------------------- the files


def check_text(document: Document, card: MarchesCard, illustration: Document | None, names: set[str]) -> None:
    """Check that players are told what a card does. ``names`` are the names of all known cards, in upper case."""
    node = None
    if illustration is not None and illustration.root is not None:
        node = illustration.root.get("Text")
    if node is None or not card.text.strip():
        if card.programs:
            message = f"there is no text that tells what it does: {card_text(card)}"
            where = document if illustration is None else illustration
            where.report("no-text", message, node, True)
        return
    assert illustration is not None
    check_markup(illustration, node, card.text, names)
    for difference in differences(card, card.text):
        illustration.report("text-differs", difference, node, True)


def check_markup(illustration: Document, node: Node, text: str, names: set[str]) -> None:
    """Check the keywords and card names that a text marks."""
    for mark in "*#":
        parts = text.split(mark)
        if len(parts) % 2 == 0:
            illustration.report("bad-markup", f'one "{mark}" is without its partner', node, True)
            continue
        for part in parts[1::2]:
            word = part[:-1] if part[-1:] and part[-1] in ".,:;" else part
            if mark == "*" and word.casefold() not in KEYWORD_OF:
                near = illustration.near(word, KEYWORD_OF)
                illustration.report("unknown-keyword", f'"{word}" is not a keyword{near}', node, True)
            elif mark == "#" and word.upper() not in names:
                near = illustration.near(word, names)
                illustration.report("unknown-name", f'no card is called "{word}"{near}', node, True)


def check_illustration(document: Document, card: MarchesCard | None) -> None:
    """Check an illustration by itself, and against its card."""
    root = document.root
    if root is None or not isinstance(root.value, dict):
        return
    check_keys(document, root, ILLUSTRATION_KEYS, "an illustration")
    printed = {} if card is None else as_printed(card)
    for key, node in root.members().items():
        field = ILLUSTRATION_KEYS.get(key)
        if field is None or key == "Text":
            continue
        value = node.value
        if field.shape == "integer":
            right = isinstance(value, int) and not isinstance(value, bool)
        else:
            right = isinstance(value, str)
        if not right and key not in ("Name", "Tribe"):  # those are errors of the loader
            wanted = "a whole number" if field.shape == "integer" else "a text"
            document.report("illustration-differs", f"{key} is {wanted} here, not {node.kind}", node, True)
        elif right and key in printed and str(value) != printed[key]:
            message = f'{key} is {node.kind}, but on the card it is "{printed[key]}"'
            document.report("illustration-differs", message, node, True)


def as_printed(card: MarchesCard) -> dict[str, str]:
    """Return what the illustration of a card shows of its values."""
    stats = card.stats
    printed = {"EntityType": KINDS.write(card.kind), "Id": str(card.id), "Rarity": str(card.rarity)}
    if card.kind != codes.PLAYER:
        printed["Cost"] = str(card.cost)
    if card.kind != codes.SKILL:
        printed["Hp"] = str(stats.hp.total)
    if card.kind == codes.UNIT:
        every = stats.denominator.total
        printed["Attack"] = str(stats.attack.total)
        printed["Movement"] = f"{stats.movement.total}" if every == 1 else f"{stats.movement.total}/{every}"
    return printed
