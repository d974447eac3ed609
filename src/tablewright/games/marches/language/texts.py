"""What a card really does, in plain words: derived from its program and the declarations, not from its text.

``card_text`` says the effects, ``card_lines`` everything about a card. They are used by ``info`` in the console, by
the linter, which compares them with what the author wrote, and by the reference page.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.games.marches.actions import targets as listed_places
from tablewright.games.marches.files import COPIES
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.effects import CHAIN_PLACES, TARGETS, amount_in_words
from tablewright.games.marches.language.flow import ALWAYS, ANYBODY, Targets, can_happen, follow, treats_targets
from tablewright.games.marches.language.vocabulary import EVERY_KIND, KINDS, PLACES, TARGETING
from tablewright.games.marches.machine import operations as op
from tablewright.games.marches.pieces import place_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Final

    from tablewright.games.marches.language.flow import Facts, FlowStep, Place, Role
    from tablewright.games.marches.machine.chain import Program
    from tablewright.games.marches.pieces import MarchesCard

    CardName = Callable[[int], str]

SIDES: Final = {codes.OWNER: "friendly ", codes.OPPONENT: "enemy ", ANYBODY: ""}
PLAYERS: Final = {codes.OWNER: "you", codes.OPPONENT: "your opponent", ANYBODY: "both players"}
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")
TIMES: Final = {1: "", 2: " (twice)"}


def joined(words: Iterable[str], last: str = "and") -> str:
    """Join words as a list in a sentence."""
    found = list(words)
    return f"{', '.join(found[:-1])} {last} {found[-1]}" if len(found) > 1 else "".join(found)


def kinds_in_words(kinds: int, plural: bool = False) -> str:
    """Say types of entities."""
    if kinds == EVERY_KIND:
        return "ones" if plural else "one"
    return joined((word.says + "s" * plural for word in KINDS.words if word.value & kinds), "or")


def with_article(words: str) -> str:
    """Put the indefinite article before words."""
    return f"an {words}" if words[0] in "aeiou" else f"a {words}"


class _Teller:
    """Tells one effect list. It knows what the targets are called, and whether they have been named already."""

    def __init__(self, card: MarchesCard, program: Program, card_name: CardName | None) -> None:
        self.card = card
        self.program = program
        self.card_name = card_name
        self.targets: Targets | None = None
        self.named = False

    # -------------------------------------------------------------------------------------------- naming the targets

    def who(self, kinds: int, owners: int) -> str:
        """Say somebody of some types and owners, as the predicate of a sentence."""
        if kinds == codes.PLAYER and owners != ANYBODY:
            return PLAYERS[owners]
        return with_article(SIDES[owners] + kinds_in_words(kinds))

    def where(self, places: tuple[Place, ...]) -> str:
        """Say where something is searched or summoned."""
        names = [place.says for place in places]
        said = dict.fromkeys(names)
        return f"on {joined(name + TIMES.get(names.count(name), f' ({names.count(name)} times)') for name in said)}"

    def phrase(self) -> str:
        """Name the targets in full, one by one."""
        targets = self.targets
        if targets is None or (targets.role is None and targets.found is None):
            return "every target"
        if targets.kinds == codes.PLAYER and targets.least == targets.most:
            return PLAYERS[targets.owners] + " (once for every place)" * (len(targets.places) > 1)
        if targets.found is None:
            assert targets.role is not None
            return targets.role.says
        values = targets.found.values
        if values["SearchCriterion"] == codes.ALL:
            return f"every {self.there(targets)}"
        if values["Input"] == codes.TEMP_VARIABLE:
            return f"{self.which(values)} of {self.plural()}"
        amount = amount_in_words(values)
        if values["SearchCriterion"] == codes.QUANTITY:
            return f"as many of {self.plural()} as {amount}"
        return f"the one of {self.plural()} that {amount} counts to from 0"

    def there(self, targets: Targets) -> str:
        """Say what was searched for, and where."""
        return f"{SIDES[targets.owners]}{kinds_in_words(targets.kinds)} {self.where(targets.places)}"

    def which(self, values: Mapping[str, int]) -> str:
        """Say which of those found are taken, by a number that stands in the card."""
        n = values["TempVariable"]
        if values["SearchCriterion"] == codes.QUANTITY:
            return "the first" if abs(n) == 1 else f"the first {abs(n)}"
        index = n if n >= 0 else -n - 1
        return f"the {ORDINALS[index]}" if index < len(ORDINALS) else f"number {index + 1}"

    def plural(self) -> str:
        """Name the targets as a group."""
        targets = self.targets
        if targets is None or targets.found is None:
            return "the targets" if targets is None or targets.role is None else self.phrase()
        return f"the {SIDES[targets.owners]}{kinds_in_words(targets.kinds, True)} {self.where(targets.places)}"

    def single(self) -> bool:
        """Say whether there is at most one target."""
        return self.targets is not None and self.targets.most <= 1

    def each(self) -> str:
        """Name the targets one by one, in full for the first time."""
        if not self.named or self.targets is None:
            self.named = True
            return self.phrase()
        if self.targets.kinds == codes.PLAYER and self.targets.owners != ANYBODY:
            return PLAYERS[self.targets.owners]
        return "it" if self.single() else "each of them"

    def all(self) -> str:
        """Name the targets as a group, in full for the first time."""
        if self.targets is not None and self.targets.most == 0:
            return "the targets"
        if self.single():
            return self.each()
        named, self.named = self.named, True
        return "them" if named else self.plural()

    def times(self, form: str) -> str:
        """Say how often something happens that happens once per target."""
        targets = self.targets
        if targets is not None and targets.most == 1:
            if targets.found is None or targets.least:
                return ""
            values = targets.found.values
            if values["Input"] == codes.TEMP_VARIABLE and self.which(values) == "the first":
                self.named = True
                return form.format(f"if there is {with_article(self.there(targets))}")
        return form.format(f"{'for' if form[0] == '{' else 'once for'} {self.each()}")

    def condition(self, targets: Targets, role: Role, turned: bool) -> str:
        """Say when a role is a target."""
        return f"{role.says} is {'not ' * turned}{self.who(targets.kinds, targets.owners)}"

    # ----------------------------------------------------------------------------------------------------- sentences

    def fill(self, sentence: str, facts: Facts) -> str:
        """Put what is known about targets and places into the sentence of an effect."""
        marks: dict[str, Callable[[], str]] = {
            "for every target, ": lambda: self.times("{}, "),
            " (once per target)": lambda: self.times(", {}"),
            "the number of targets": lambda: f"the number of {self.all().removeprefix('the ')}",
            "the gold of the first target": lambda: "the gold of its owner",
            "its own gold": lambda: "the gold of its owner",
            "the first target": lambda: self.each() if self.single() else f"the first of {self.all()}",
            "all targets together": lambda: self.each() if self.single() else f"{self.all()} together",
            "every target": self.each,
            "the targets": self.all,
        }
        done = ""
        while True:
            found = [(at, -len(mark), mark) for mark in marks if (at := sentence.find(mark)) >= 0]
            if not found:
                break
            at, _, mark = min(found)
            done += sentence[:at] + marks[mark]()
            sentence = sentence[at + len(mark) :]
        done += sentence
        done = done.replace("in every place", self.where(facts.places))
        return self.personal(done, facts.targets.owners)

    def personal(self, sentence: str, owners: int) -> str:
        """Say "you" where the sentence speaks of the card's owner."""
        sentence = sentence.replace("the card's owner", "you").replace("for the opponent", "for your opponent")
        if owners in (codes.OWNER, codes.OPPONENT):
            owner, opponent = PLAYERS[owners], PLAYERS[ANYBODY ^ owners]
            sentence = sentence.replace("its owner's opponent", opponent).replace("its owner", owner)
        for noun in ("gold", "HP", "attack", "movement denominator", "movement"):
            sentence = sentence.replace(f"the {noun} of your opponent", f"your opponent's {noun}")
            sentence = sentence.replace(f"the {noun} of you", f"your {noun}")
            sentence = sentence.replace(f"the {noun} of it ", f"its {noun} ")
            if sentence.endswith(f"the {noun} of it"):
                sentence = sentence.removesuffix(f"the {noun} of it") + f"its {noun}"
        sentence = sentence.replace("you draws", "you draw").replace("both players draws", "both players draw")
        amount = sentence.rpartition(" ")[2]
        if amount.isdigit() and sentence.removesuffix(f" {amount}").endswith((" draw", " draws")):
            sentence += " card" if amount == "1" else " cards"
        return sentence

    def assertion(self, step: FlowStep) -> str:
        """Say the condition of an assert."""
        operation, targets = step.operation, step.before.targets
        if isinstance(operation, op.AssertRole):
            role = step.before.roles.get(operation.criterion)
            this = f"this {KINDS.by_value[self.card.kind].says}"
            if role is not None and role.itself != ALWAYS:
                does = role.says.removeprefix("whoever ")
                if does != role.says:
                    return f"{this} is not the one that {does}" if operation.turned else f"{this} {does}"
                return f"{this} is {'not ' * operation.turned}{role.says}"
        elif isinstance(operation, op.Assert) and operation.amount.register == codes.TARGET_COUNT:
            if targets.role is not None and targets.sure:
                return f"there is {'no' if operation.turned else 'a'} target"
            if targets.role is not None:
                self.named = True
                return self.condition(targets, targets.role, operation.turned)
            if targets.found is not None:
                there = self.there(targets)
                return f"there is no {there}" if operation.turned else f"there is {with_article(there)}"
        sentence = step.instruction.effect.say(step.instruction.values, self.card_name)
        return self.fill(sentence, step.before).removeprefix("go on only if ")

    def tell(self) -> str:
        """Tell the whole effect list in one sentence."""
        story = self.lead()
        conditions: list[str] = []
        clauses: list[str] = []
        conditional = False  # are we inside of an "if the target is ..."?
        for step in follow(self.card, self.program, cautious=False):
            targets = step.before.targets
            if targets is not self.targets:
                kept = same(self.targets, targets)
                self.named = self.named and kept
                conditional = conditional and kept and not targets.sure
                self.targets = targets
            effect = step.instruction.effect
            if isinstance(step.operation, (op.Assert, op.AssertRole)):
                if clauses:
                    story += told(conditions, clauses) + "; then"
                    conditions, clauses = [], []
                conditions.append(self.assertion(step))
                conditional = False
                if step.goes_on is False:
                    clauses.append("nothing happens, because that is never so")
                continue
            written = effect.written(step.instruction.values)
            if TARGETS in written or CHAIN_PLACES in written:
                continue
            sentence = smooth(effect.say(step.instruction.values, self.card_name))
            if treats_targets(step.instruction):
                if targets.most == 0:
                    continue
                prefix = ""
                if targets.role is not None and not targets.sure and not conditional:
                    prefix = f"if {self.condition(targets, targets.role, False)}, "
                    self.named = conditional = True
                clauses.append(prefix + self.fill(sentence, step.before))
            else:
                sentence = "in any case, " * conditional + self.fill(sentence, step.before)
                conditional = False
                if TARGETS in effect.read(step.instruction.values) and targets.role is not None and not targets.sure:
                    sentence += f" (0 if {self.condition(targets, targets.role, True)})"
                clauses.append(sentence)
        return story + told(conditions, clauses or ["nothing happens"]) + "."

    def lead(self) -> str:
        """Say when the list runs."""
        program, kind = self.program, self.card.kind
        says = program.occasion.says
        if not program.occasion.trigger:
            name = KINDS.by_value[kind].says
            says = says.replace(f"a {name} ", f"this {name} ") if says.count(f"a {name} ") else says
            says = says.removesuffix(f"a {name}") + f"this {name}" if says.endswith(f" a {name}") else says
        elif program.place != codes.BOARD:
            place = PLACES.by_value[program.place].says.replace("of each target", "where this is")
            says = says.removesuffix(" on") + f" on from {place}" if says.endswith(" on") else f"{says} on {place}"
        if not can_happen(self.card, program):
            says += " (which it never does)"
        return says


def same(one: Targets | None, other: Targets) -> bool:
    """Say whether two targets are the same participant, chosen in the same way."""
    if one is None or one.role is None:
        return False
    return (one.role, one.kinds, one.owners) == (other.role, other.kinds, other.owners)


def smooth(sentence: str) -> str:
    """Turn round what would read badly: negative numbers, and long amounts of damage."""
    if sentence.startswith("add -") and sentence[5].isdigit():
        amount, _, rest = sentence.removeprefix("add -").partition(" to ")
        return f"subtract {amount} from {rest}"
    amount, to, rest = sentence.removeprefix("deal ").partition(" damage to ")
    if sentence.startswith("deal ") and to and not amount.lstrip("-").isdigit():
        return f"deal damage to {rest}, as much as {amount}"
    return sentence


def told(conditions: list[str], clauses: list[str]) -> str:
    """Join conditions and what happens under them."""
    return (f", if {joined(conditions)}" if conditions else "") + ": " + "; ".join(clauses)


def program_text(card: MarchesCard, program: Program, card_name: CardName | None = None) -> str:
    """Say what one effect list of a card does, in one sentence."""
    return _Teller(card, program, card_name).tell()


def card_text(card: MarchesCard, card_name: CardName | None = None) -> str:
    """Say what the effects of a card do, a sentence for each effect list; "" if it has none."""
    return " ".join(program_text(card, program, card_name) for program in card.programs)


def stats_text(card: MarchesCard) -> str:
    """Say type, cost and numbers of a card."""
    stats = card.stats
    parts = ["class" if card.kind == codes.PLAYER else KINDS.by_value[card.kind].says]
    if card.kind != codes.PLAYER:
        parts.append(f"costs {card.cost} gold")
    if card.kind != codes.SKILL:
        parts.append(f"{stats.hp.total} HP" + (f" with {card.damage} damage" if card.damage else ""))
    if card.kind == codes.UNIT:
        every = stats.denominator.total
        pace = f"{stats.movement.total}" if every == 1 else f"{stats.movement.total}/{every}"
        parts += [f"attack {stats.attack.total}", f"movement {pace}"]
    if card.kind == codes.PLAYER:
        parts.append(f"{card.gold} gold at the start")
    return ", ".join(parts)


def played_text(card: MarchesCard) -> str:
    """Say where and on what a card can be played, seen from player 1's side."""
    places = listed_places(card, 0, False)
    if not places:
        return "It cannot be played."
    if card.kind == codes.SKILL and card.targeting == codes.ON_BOARD:
        return "It is played on the board."
    what = "a tile"
    if card.kind == codes.SKILL:
        what = TARGETING.by_value[card.targeting].says
        if card.targeting not in (codes.ON_LANE, codes.ON_TILE, codes.ON_TILE_RELATIVE):
            kind = what.removeprefix("a ")
            what = {codes.OWNER: f"one of your {kind}s", codes.OPPONENT: with_article(f"enemy {kind}")}.get(
                card.owners, f"any {kind}"
            )
            what = what.replace("unit or buildings", "units or buildings")
    elif card.kind == codes.BUILDING:
        what = "one of your units"
    if not card.options:
        return f"It is played on {what}" + (" where no building is yet." if card.kind == codes.BUILDING else ".")
    names = joined((place_name(place) for place in places), "or")
    return f"It is played on {names}." if what in ("a tile", "a lane") else f"It is played on {what} on {names}."


def card_lines(card: MarchesCard, card_name: CardName | None = None) -> list[str]:
    """Say everything about a card: its numbers, where it is played, what it does, how often a deck may hold it."""
    lines = [f"{card.name} ({card.id}): {stats_text(card)}."]
    if card.kind == codes.PLAYER:
        name = card_name(card.power) if card_name is not None else f"card {card.power}"
        lines.append(f"Its power is {name}.")
    else:
        lines.append(played_text(card))
    lines += [program_text(card, program, card_name) for program in card.programs]
    if card.kind != codes.PLAYER:
        copies = COPIES.get(card.rarity)
        deck = f"A deck may hold {copies} of it" if copies else "It cannot be in a deck"
        lines.append(f"{deck}{'' if card.tribe == 'BASE' else f'; tribe {card.tribe}'}.")
    return lines
