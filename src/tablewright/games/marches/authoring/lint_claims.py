"""What a text claims beside numbers and topics: when, whose, which, where and how; compared with the program.

Each check looks for words that an honest text cannot do without, or that only fit another program. The words are
generous: a text may say it in its own way, and is only doubted when it says something else, or nothing of it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from tablewright.games.marches.language import codes
from tablewright.games.marches.language.effects import register_of
from tablewright.games.marches.language.flow import FlowStep, follow
from tablewright.games.marches.language.vocabulary import KINDS as WORDS_OF_KIND
from tablewright.games.marches.language.vocabulary import PLACES
from tablewright.games.marches.machine import operations as op
from tablewright.games.marches.machine.chain import Program
from tablewright.games.marches.pieces import MarchesCard

LANES: Final = (codes.PLAINS, codes.FOREST, codes.MOUNTAIN)


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


#: Words that tell when a list runs.
WHEN: Final = {
    codes.PLAYING: _set(
        "play plays played playing cast arrive arrives arriving arrival deploy deployed comes first begin"
    ),
    codes.ENTERING: _set(
        "enter enters entering entered inside visit visits visiting walk walks into through goes going guest"
    ),
    codes.CONSTRUCTING: _set("construct constructs constructed constructing construction build builds built builder"),
    codes.DAMAGING: _set(
        "damage damages damaged hit hits strike strikes struck hurt hurts wound wounds wounded fight fights attack"
        " attacks attacked suffer suffers blow blows survives harm harmed"
    ),
    codes.MARCHING: _set("march marches marching marched move moves moving leave leaves leaving pass passes passing"),
    codes.ENDING_TURN: _set("end ends ending turn turns every"),
}
ASKED: Final = {
    codes.PLAYING: "when it is played",
    codes.ENTERING: "a unit entering",
    codes.CONSTRUCTING: "a building being constructed",
    codes.DAMAGING: "damage",
    codes.MARCHING: "marching",
    codes.ENDING_TURN: "the end of a turn",
}
#: Words for what registers are about.
ABOUT: Final = {
    codes.TARGET_COUNT: _set(
        "number many much every each per for all if unless any no have has as count counts is are there"
    ),
    codes.TARGET_HP: _set("hp health heal heals healed tough tougher life sturdy hardy"),
    codes.TARGET_ATTACK: _set("attack attacks strong stronger strength strongest weak weaker weakest power might"),
    codes.TARGET_MOVEMENT: _set("movement fast faster fastest speed quick quicker slow slower tiles tile far further"),
    codes.TARGET_MOVEMENT_DENOMINATOR: _set("denominator movement slow slows slower rest rests turns often seldom"),
    codes.PLAYERS_GOLD: _set("gold coin coins money rich poor pay pays purse treasury"),
    codes.MARCH_START_FLAG: _set("march marches marching start starts begin begins comes during arrives"),
    codes.MARCH_CURRENT_MOVEMENT: _set(
        "march marches marching step steps tile tiles move moves further farther less stop stops stopped halt halts"
        " faster"
    ),
    codes.DAMAGE_AMOUNT: WHEN[codes.DAMAGING],
}
MULTIPLIED: Final = _set(
    "double doubles doubled twice twofold triple triples tripled times half halve halves multiply multiplied"
)
REPLACED: Final = _set(
    "become becomes set sets equal equals exactly now no not nothing none stop stops stopped cannot all always same as"
)
ZERO: Final = _set(
    "no not nothing none never stop stops stopped halt halts lose loses all cannot end ends harmless immune"
)
GATHERED: Final = {
    codes.SUM: _set("together sum total all combined whole"),
    codes.AVERAGE: _set("average mean"),
    codes.MAX: _set("highest most strongest greatest largest best biggest fastest toughest"),
    codes.MIN: _set("lowest least weakest smallest slowest fewest"),
}
#: Of these one can be sure: they mean this and nothing else.
CERTAIN: Final = {
    codes.AVERAGE: _set("average"),
    codes.MAX: _set("highest strongest greatest largest biggest"),
    codes.MIN: _set("lowest weakest smallest"),
}
OWN: Final = _set("your you own friendly our my yours ally allies allied")
BOTH: Final = _set("both each every all everybody everyone players anybody any whoever either owner owner's")
FEW: Final = _set("a an one first oldest eldest longest second third up single next another")
COMPARED: Final = _set("more less stronger weaker tougher slower faster higher lower greater smaller bigger")
HERE: Final = _set("here tile tiles there place spot where ground from same beside neighbour neighbours below with")
ACTIVE: Final = _set("deals deal dealing damages hits strikes attacks wounds hurts harms")
PASSIVE: Final = _set("damaged suffers suffer takes hurt wounded struck attacked survives hit harmed")
KINDS: Final = {
    "unit": _set("unit units unit's"),
    "building": _set("building buildings building's"),
}


class ClaimLint:
    """Compares what one text says with one card; both are given as words, the card's as ``texts`` says them."""

    def __init__(self, card: MarchesCard, words: list[str], program: list[str], played: list[str]) -> None:
        self.card = card
        self.said = " ".join(words)
        self.words = set(words)
        self.pairs = {f"{one} {two}" for one, two in pairwise(words)}
        self.program = " ".join(program)
        self.known = {*program, *played, WORDS_OF_KIND.by_value[card.kind].says}
        self.mine = "friendly" in self.known or (card.kind == codes.SKILL and "one of your" in " ".join(played))
        self.found: list[str] = []

    def need(self, words: frozenset[str], what: str) -> None:
        """Doubt the text unless it has one of some words."""
        if not self.words & words:
            self.lack(what)

    def lack(self, what: str) -> None:
        """Report what the text leaves out."""
        self.found.append(f"the text says nothing of {what}, but the program does")

    def surplus(self, what: str) -> None:
        """Report what the text makes up."""
        self.found.append(f"the text speaks of {what}, but the program does not")

    def differences(self) -> list[str]:
        """Return everything that does not fit, each once."""
        self.check_sides()
        self.check_kinds()
        gathered: set[int] = set()
        changes: set[int] = set()
        for program in self.card.programs:
            self.check_when(program)
            steps = follow(self.card, program, cautious=False)
            self.check_places(steps)
            for step in steps:
                self.check_reading(step)
                self.check_role(step, program)
                values = step.instruction.values
                if "MultiInputProcessing" in values and register_of(values["Input"]).of_targets:
                    gathered.add(values["MultiInputProcessing"])
                if isinstance(step.operation, (op.ModifyStat, op.ModifyGold, op.ModifyRegister)):
                    changes.add(values["ModifierOperation"])
                    self.check_change(step)
                if isinstance(step.operation, op.Find):
                    self.check_choice(step)
        for processing, words in CERTAIN.items():
            if self.words & words and processing not in gathered:
                self.surplus(f'"{min(self.words & words)}"')
        twos = [step.values.get("TempVariable") for program in self.card.programs for step in program.instructions]
        added = codes.ADD in changes and codes.MULTIPLY not in changes and "(" not in self.program
        if self.words & MULTIPLIED and added and not {2, -2} & {*twos}:
            self.surplus("multiplying")
        return list(dict.fromkeys(self.found))

    # ------------------------------------------------------------------------------------------------ the whole card

    def check_sides(self) -> None:
        """Check whose units and buildings are meant, and what is for both players."""
        if self.mine:
            self.need(OWN, "your own side")
        mine = {f"{who} {what}" for who in ("your", "own", "friendly") for what in KINDS["unit"] | KINDS["building"]}
        if self.pairs & mine and not self.mine and self.card.kind != codes.BUILDING:
            self.surplus("your own side")
        if "both players" in self.program:
            self.need(BOTH, "both players")
        if "enemy player" in self.pairs and "opponent" not in self.known:
            self.surplus("the enemy player")

    def check_kinds(self) -> None:
        """Check that units are not called buildings, and the other way round."""
        for kind, names in KINDS.items():
            if self.words & names and not self.known & names:
                self.surplus(f"a {kind}")

    # ----------------------------------------------------------------------------------------------- one effect list

    def check_when(self, program: Program) -> None:
        """Check that the occasion is told; that a skill is played need not be."""
        during = program.occasion.during
        if during != codes.PLAYING or self.card.kind != codes.SKILL:
            self.need(WHEN[during], ASKED[during])
        if during == codes.ENDING_TURN:
            theirs = "turn ends is your opponent" in self.program
            mine = "turn ends is you" in self.program and not theirs
            says_mine = "your turn" in self.said
            says_theirs = any(f"{who} turn" in self.said for who in ("opponent's", "enemy", "enemy's"))
            says_every = any(f"{which} turn" in self.said for which in ("every", "each", "any"))
            if (says_mine and not mine) or (says_theirs and not theirs) or (says_every and (mine or theirs)):
                self.found.append("the text speaks of the end of another turn than the program")

    def check_places(self, steps: list[FlowStep]) -> None:
        """Check the places in which is searched or summoned."""
        used = [
            place for step in steps if isinstance(step.operation, (op.Find, op.Summon)) for place in step.before.places
        ]
        lanes = {place.code for place in used if place.code in LANES}
        named = {lane for lane in LANES if PLACES.write(lane).casefold() in self.words}
        whole = self.words & {"lane", "lanes", "everywhere"}
        if (lanes - named and not (whole and len(lanes) == len(LANES))) or (
            whole and lanes and len(lanes) < len(LANES)
        ):
            self.lack(" and ".join(PLACES.by_value[lane].says for lane in sorted(lanes - named)) or "single lanes")
        for lane in named - lanes:
            self.surplus(PLACES.by_value[lane].says)
        if any(isinstance(step.operation, op.AddTiles) for step in steps):
            self.need(HERE, "a certain tile")

    def check_reading(self, step: FlowStep) -> None:
        """Check that what decides something is told: the value of a condition, or where a number comes from."""
        values = step.instruction.values
        if "Input" not in values:
            return
        register = register_of(values["Input"])
        chosen = register.value == codes.TARGET_COUNT and isinstance(step.operation, op.Assert)
        if register.value in ABOUT and not chosen:
            self.need(ABOUT[register.value], register.noun)
        if register.of_targets and values["MultiInputProcessing"] in GATHERED:
            processing = values["MultiInputProcessing"]
            self.need(GATHERED[processing], f'"{min(GATHERED[processing])}"')

    def check_role(self, step: FlowStep, program: Program) -> None:
        """Check that dealing damage is not told as suffering it."""
        if not isinstance(step.operation, op.AssertRole) or program.occasion.during != codes.DAMAGING:
            return
        deals = (step.operation.criterion == codes.ACTOR_ENTITY) != step.operation.turned
        if deals and self.words & PASSIVE and not self.words & ACTIVE and not self.pairs & {"by it", "by this"}:
            self.lack("dealing damage")
        if not deals and self.words & ACTIVE and not self.words & PASSIVE:
            self.lack("suffering damage")

    def check_change(self, step: FlowStep) -> None:
        """Check what is changed, and how."""
        values = step.instruction.values
        register = register_of(values["Output"])
        if register.value == codes.ACC:
            return
        if register.value in ABOUT:
            words = ABOUT[register.value]
            if register.value == codes.TARGET_MOVEMENT and "movement denominator" in self.said:
                words = (
                    words - {"movement"} if self.said.count("movement") == self.said.count("movement denom") else words
                )
            self.need(words, register.noun)
        if values["ModifierOperation"] == codes.MULTIPLY:
            self.need(MULTIPLIED, "multiplying")
        elif values["ModifierOperation"] in (codes.SET, codes.ABSOLUTE_SET):
            self.need(ZERO | REPLACED if step.n == 0 else REPLACED, f"setting the {register.noun}")
        elif self.words & {"become", "becomes"} and not self.words & COMPARED:
            self.surplus("setting a value")

    def check_choice(self, step: FlowStep) -> None:
        """Check that some are not told as all."""
        few = step.instruction.values["SearchCriterion"] != codes.ALL
        if few and step.n is not None:
            self.need(FEW, "taking only some")
        elif (
            not few
            and self.words & {"oldest", "first"}
            and "first tile" not in self.said
            and "first two" not in self.said
        ):
            self.lack("taking all")
