"""Every code that a check of cards, decks and scenarios can report: declared once, documented from here.

An *error* is not in the language: the file cannot be used, or a word in it is misspelt. A *warning* is in the
language, but makes no sense: the file can be played, and does not do what its author thinks. Codes are stable: one is
never given another meaning.
"""

from __future__ import annotations

from typing import Final


class Mistake:
    """A code, whether it is a mere warning, what it means and what to do."""

    __slots__ = ("about", "code", "cure", "warning")

    def __init__(self, code: str, warning: bool, about: str, cure: str) -> None:
        self.code = code
        self.warning = warning
        self.about = about
        self.cure = cure


def _errors(*rows: tuple[str, str, str]) -> list[Mistake]:
    return [Mistake(code, False, about, cure) for code, about, cure in rows]


def _warnings(*rows: tuple[str, str, str]) -> list[Mistake]:
    return [Mistake(code, True, about, cure) for code, about, cure in rows]


FILES: Final = _errors(
    ("unreadable", "The file cannot be opened, or is no regular file.", "Look at its name and permissions."),
    ("too-large", "The file is larger than a card file may be.", "Split it."),
    ("too-deep", "Values are nested deeper than a card ever needs.", "Look for a bracket that is not closed."),
    ("too-many-values", "The file, or a list in it, has more values than it ever needs.", "Split it."),
    ("too-many-problems", "Reading stopped, there are too many mistakes.", "Repair the first ones and check again."),
    (
        "bad-text",
        "Text that is too long, not UTF-8, or has a control character or wrong escape.",
        "Write plain text.",
    ),
    ("bad-json", "The text is not JSON.", "The place is where reading failed; often a comma or quote is missing."),
    ("bad-number", "A number as JSON does not allow it, or a far too large one.", "Write a plain whole number."),
    ("duplicate-key", "A key, or a name that must be unique, is there twice.", "Remove one of them."),
    ("trailing-comma", "A comma before a closing bracket. Cards may have it, scenarios may not.", "Remove it."),
)
WORDS: Final = _errors(
    ("unknown-key", "A key that does not exist here.", "Take the key that is proposed, or remove it."),
    ("unknown-word", "A word that does not exist: of an effect, a value, an occasion, a place.", "Take a known one."),
    ("wrong-kind", "A text where a number belongs, and the like.", "Write the kind of value that is asked for."),
    ("number-range", "A number beyond what can be stored or makes sense in this place.", "Take a smaller one."),
    ("missing-field", "Something without which the file means nothing.", "Add it."),
    ("impossible-effect", "A `MODIFIER` that cannot do what it says.", "Choose another output or operation."),
    ("too-many-effects", "An effect list that is longer than any card needs.", "Split it over several cards."),
    ("wrong-id", "The number or id in the file is not the name of the file.", "Rename the file or change the id."),
    ("wrong-format", "The `format` is not the one of a deck or scenario.", "Copy it from the message."),
    ("unknown-card", "A card that does not exist, or is of the wrong type for its place.", "Take another card."),
    (
        "bad-class",
        "A card that is not a class, or a class without health or whose power is not a skill played on the board.",
        "Choose another card.",
    ),
    ("deck-rule", "A deck against the deck rules.", "See the deck rules."),
    ("two-buildings", "A scenario puts two buildings on one tile.", "Move one of them."),
    ("bad-index", "`index.csv` is not one line `lowest,highest`, or a card of that range is missing.", "Correct it."),
)
KEYS: Final = _warnings(
    ("ignored-key", "A key that nobody reads.", "Remove it; notes of your own can have a key that begins with `_`."),
    ("unused-field", "A field that cards of this type do not have.", "Remove it."),
    ("unused-parameter", "A parameter that the effect does not use, as it is written.", "Remove it."),
    ("missing-parameter", "Without this parameter the effect does nothing.", "Add it."),
    ("senseless-word", "A value that means nothing to this effect.", "Take one of those proposed."),
    ("unusual-topic", "A topic in `covers` that other scenarios do not use.", "Take one of the usual ones."),
    ("out-of-range", "A number that loads but makes no sense.", "Take one in the range that is given."),
)
FLOW: Final = _warnings(
    ("never-runs", "An effect list whose occasion never comes for this card.", "Move it to another occasion."),
    ("empty-list", "An occasion without effects.", "Remove it or add effects."),
    ("empty-targets", "A selection or search that never finds anybody.", "The message says why."),
    ("empty-places", "A place that is never there on this occasion.", "Add another place."),
    ("no-targets", "An effect on targets where there are none, or none of the right type.", "Select others first."),
    ("summons-nobody", "A summoning that brings nobody into play.", "The message says why."),
    ("always-zero", "A value that is always 0 here.", "Read another value, or write this one before."),
    ("cannot-write", "A value that does not exist here, so that it cannot be changed.", "Change another value."),
    ("late-change", "The damage is changed after it was dealt.", "Use `PRE_DAMAGE`."),
    ("no-change", "A change that changes nothing.", "Take another number or remove the effect."),
    (
        "each-as-first",
        "`EACH` where there is nothing to do for each target; it acts like `FIRST`.",
        "Write what is meant.",
    ),
    ("always-ends", "An assert that always ends the list; what follows never happens.", "Correct the condition."),
    ("needless-assert", "An assert that always lets the list go on.", "Remove it."),
    ("unread-result", "An effect whose result nobody reads.", "Remove it, or use what it gives."),
    (
        "may-loop",
        "Effects that can call themselves again and again, or answer each other, or units that multiply without end.",
        "Assert the role or something that ends it, or change the targets.",
    ),
)
CARDS: Final = _warnings(
    ("never-played", "A card that can never come into play.", "Give it a rarity and targets, or let a card summon it."),
    ("dies-at-once", "A unit or building that is dead when it comes into play.", "Raise its Hp."),
    ("odd-options", "Target options that do not exist, or are there twice.", "Correct the list."),
    ("no-name", "A card without a name.", "Add a Name; a skill has it in the illustration file."),
    (
        "unknown-tribe",
        "A tribe that no class has, so that the card fits into no deck.",
        "Take the tribe of a class, or make one.",
    ),
    ("same-name", "Another card has the same name.", "Choose another name, or decks must use numbers."),
    ("same-number", "A card of this number ships with the game, or another folder has one.", "Choose another number."),
    ("illustration-differs", "Illustration and card disagree.", "Copy the values of the card."),
)
TEXTS: Final = _warnings(
    ("no-text", "The card has effects, but no text that tells players of them.", "Write one in the illustration."),
    ("text-differs", "The text does not say what the program does.", "Correct the text or the program."),
    ("bad-markup", "A `*` or `#` without its partner.", "Write `*keyword*` and `#CARD NAME#`."),
    ("unknown-keyword", "A word between `*` that is not a keyword.", "Take a keyword, or remove the `*`."),
    ("unknown-name", "A name between `#` that no card has.", "Take the name of a card."),
)
#: What the codes are about, for the reference page.
GROUPS: Final = {
    "The file": FILES,
    "Words and values": WORDS,
    "Keys and parameters": KEYS,
    "What effects do": FLOW,
    "The card as a whole": CARDS,
    "The text": TEXTS,
}
MISTAKES: Final = {mistake.code: mistake for group in GROUPS.values() for mistake in group}
