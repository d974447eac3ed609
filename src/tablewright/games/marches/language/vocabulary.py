"""The words of the card language, the occasions on which effects run, and the fields of a card: each declared once."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.shapes import Field, Occasion, Register, Vocabulary, Word

if TYPE_CHECKING:
    from typing import Final

KINDS: Final = Vocabulary(
    "EntityType",
    "The types of cards.",
    [
        Word("UNIT", codes.UNIT, "unit", "A unit: it is put on a tile, marches and fights."),
        Word("BUILDING", codes.BUILDING, "building", "A building: it is constructed by a unit on the unit's tile."),
        Word("SKILL", codes.SKILL, "skill", "A skill: it has its effect and is gone."),
        Word("PLAYER", codes.PLAYER, "player", "A class: it is what a player is, and never in a deck."),
    ],
)

TARGET_KINDS: Final = Vocabulary(
    "TargetType",
    "Types of entities that an effect can take as targets; joined with | any of them will do.",
    [
        Word("UNIT", codes.UNIT, "unit", "Units."),
        Word("BUILDING", codes.BUILDING, "building", "Buildings."),
        Word("SKILL", codes.SKILL, "skill", "A skill; it can only find itself, while it is being played."),
        Word("PLAYER", codes.PLAYER, "player", "Players."),
    ],
    flags=True,
    nothing="NONE",
)

PLAYERS: Final = Vocabulary(
    "TargetPlayer",
    "Players as somebody sees them; joined with | any of them will do.",
    [
        Word("OWNER", codes.OWNER, "friendly", "The owner."),
        Word("OPPONENT", codes.OPPONENT, "enemy", "The owner's opponent."),
        Word("BOTH", codes.OWNER | codes.OPPONENT, "", "Both players: OWNER|OPPONENT."),
    ],
    flags=True,
    nothing="NONE",
)

PLACES: Final = Vocabulary(
    "EffectLocation",
    "Places on the board.",
    [
        Word("BOARD", codes.BOARD, "the board", "The whole board."),
        Word("PLAINS", codes.PLAINS, "the plains", "The lane of 4 tiles."),
        Word("FOREST", codes.FOREST, "the forest", "The lane of 6 tiles."),
        Word("MOUNTAIN", codes.MOUNTAIN, "the mountain", "The lane of 8 tiles."),
        Word(
            "PLAY_TARGET",
            codes.PLAY_TARGET,
            "the place it was played on",
            "The board, lane or tile that the card was played on; of an entity, the tile where it stood.",
        ),
        Word("CURRENT_TILE", codes.CURRENT_TILE, "the tile of each target", "The tile where an entity stands now."),
    ],
)

CRITERIA: Final = Vocabulary(
    "SearchCriterion",
    "Which entities are meant: by searching the places, or one that takes part in what happens.",
    [
        Word("ORDINAL", codes.ORDINAL, "number {amount} (counted from 0) of the", "The n-th one found, from 0."),
        Word("QUANTITY", codes.QUANTITY, "the first {amount} of the", "The first n found."),
        Word("ALL", codes.ALL, "every", "Everything found."),
        Word(
            "EFFECT_OWNING_ENTITY", codes.EFFECT_OWNING_ENTITY, "this card itself", "The entity whose effect this is."
        ),
        Word("ACTOR_ENTITY", codes.ACTOR_ENTITY, "the one who acts", "The entity that does something."),
        Word("AFFECTED_ENTITY", codes.AFFECTED_ENTITY, "the one it is done to", "The one that something is done to."),
        Word(
            "PLAY_TARGET_ENTITY",
            codes.PLAY_TARGET_ENTITY,
            "the one it was played on",
            "The unit or building that the card was played on.",
        ),
    ],
    nothing="NOTHING",
)

OPERATIONS: Final = Vocabulary(
    "ModifierOperation",
    "How a value is changed by n.",
    [
        Word("SET", codes.SET, "set {Output} to {amount}", "The total becomes n; the base of a stat stays."),
        Word("ADD", codes.ADD, "add {amount} to {Output}", "n is added."),
        Word("MULTIPLY", codes.MULTIPLY, "multiply {Output} by {amount}", "The total is multiplied by n."),
        Word(
            "ABSOLUTE_SET",
            codes.ABSOLUTE_SET,
            "set {Output} to {amount}, base and all",
            "The base of a stat becomes n and its modifier 0; for other values the same as SET.",
        ),
        Word(
            "NOT",
            codes.NOT,
            "set {Output} to 1 if {amount} is 0, otherwise to 0",
            "The value becomes 1 if n is 0, otherwise 0; in asserts it turns the condition round. Not for stats.",
        ),
    ],
    nothing="NONE",
)

REGISTERS: Final = Vocabulary(
    "Register",
    "Values that effects read as Input and change as Output.",
    [
        Register(
            "TEMP_VARIABLE",
            codes.TEMP_VARIABLE,
            "number",
            "the effect's own number",
            "The TempVariable of the effect itself. Read only.",
            writable=False,
        ),
        Register(
            "ACC",
            codes.ACC,
            "that number",
            "that number",
            "The accumulator: 0 when an effect list begins, and kept from effect to effect.",
        ),
        Register(
            "TARGET_COUNT",
            codes.TARGET_COUNT,
            "number of targets",
            "the number of targets",
            "How many targets there are, the same one counted as often as it was found. Read only.",
            writable=False,
        ),
        Register(
            "TARGET_HP",
            codes.TARGET_HP,
            "HP",
            "the HP of every target",
            "The HP of the targets, without regard to damage.",
            of_targets=True,
        ),
        Register(
            "TARGET_ATTACK",
            codes.TARGET_ATTACK,
            "attack",
            "the attack of every target",
            "The attack of the targets; only units have one.",
            of_targets=True,
        ),
        Register(
            "TARGET_MOVEMENT",
            codes.TARGET_MOVEMENT,
            "movement",
            "the movement of every target",
            "The movement of the targets; only units have one.",
            of_targets=True,
        ),
        Register(
            "TARGET_MOVEMENT_DENOMINATOR",
            codes.TARGET_MOVEMENT_DENOMINATOR,
            "movement denominator",
            "the movement denominator of every target",
            "In how many turns the targets march once; only units have one.",
            of_targets=True,
        ),
        Register(
            "PLAYERS_GOLD",
            codes.PLAYERS_GOLD,
            "gold",
            "the gold of {TargetPlayer} (once per target)",
            "The gold of the targets' owners; as an Output, of the players that TargetPlayer names, once per target.",
            of_targets=True,
        ),
        Register(
            "MARCH_START_FLAG",
            codes.MARCH_START_FLAG,
            "start-of-march flag",
            "the start-of-march flag",
            "1 while a march has not advanced yet, otherwise 0. Read only.",
            writable=False,
            during=codes.MARCHING,
        ),
        Register(
            "MARCH_CURRENT_MOVEMENT",
            codes.MARCH_CURRENT_MOVEMENT,
            "steps left of the march",
            "the steps left of the march",
            "The steps left of the march that is going on.",
            during=codes.MARCHING,
        ),
        Register(
            "DAMAGE_AMOUNT",
            codes.DAMAGE_AMOUNT,
            "damage",
            "the damage",
            "The damage about to be dealt or just dealt.",
            during=codes.DAMAGING,
        ),
    ],
)

PROCESSING: Final = Vocabulary(
    "MultiInputProcessing",
    "How one number is made of an Input that exists once per target.",
    [
        Word("FIRST", codes.FIRST, "the {noun} of the first target", "The first target's value."),
        Word("SUM", codes.SUM, "the {noun} of all targets together", "The sum."),
        Word("AVERAGE", codes.AVERAGE, "the average {noun} of the targets", "The average, cut towards 0."),
        Word("MAX", codes.MAX, "the highest {noun} of the targets", "The highest."),
        Word("MIN", codes.MIN, "the lowest {noun} of the targets", "The lowest."),
        Word("EACH", codes.EACH, "its own {noun}", "For every target its own value."),
    ],
)

TARGETING: Final = Vocabulary(
    "TargetType",
    "What a skill is played on. TargetOptions lists the lanes or tiles; the RELATIVE kinds mirror them for player 2.",
    [
        Word("BOARD", codes.ON_BOARD, "the board", "The whole board."),
        Word("LANE", codes.ON_LANE, "a lane", "A lane."),
        Word("TILE", codes.ON_TILE, "a tile", "A tile."),
        Word("TILE_RELATIVE", codes.ON_TILE_RELATIVE, "a tile", "A tile, seen from the player."),
        Word("UNIT", codes.ON_UNIT, "a unit", "A unit on one of the tiles."),
        Word("BUILDING", codes.ON_BUILDING, "a building", "A building on one of the tiles."),
        Word(
            "UNIT_AND_BUILDING",
            codes.ON_UNIT_AND_BUILDING,
            "a unit or building",
            "A unit or building on one of the tiles.",
        ),
        Word("UNIT_RELATIVE", codes.ON_UNIT_RELATIVE, "a unit", "A unit on one of the tiles, seen from the player."),
        Word(
            "BUILDING_RELATIVE",
            codes.ON_BUILDING_RELATIVE,
            "a building",
            "A building on one of the tiles, seen from the player.",
        ),
        Word(
            "UNIT_AND_BUILDING_RELATIVE",
            codes.ON_UNIT_AND_BUILDING_RELATIVE,
            "a unit or building",
            "A unit or building on one of the tiles, seen from the player.",
        ),
    ],
)

# ------------------------------------------------------------------------------------------------------- occasions

PLACED: Final = codes.UNIT | codes.BUILDING
LIVING: Final = PLACED | codes.PLAYER
EVERY_KIND: Final = LIVING | codes.SKILL
WITH_AFFECTED: Final = (codes.EFFECT_OWNING_ENTITY, codes.ACTOR_ENTITY, codes.AFFECTED_ENTITY)

OCCASIONS: Final = (
    Occasion(
        "WHEN_PLAYED",
        "When this is played",
        "The card is played from hand, or used as active power. It is the actor.",
        kinds=PLACED | codes.SKILL,
        known=(codes.EFFECT_OWNING_ENTITY, codes.ACTOR_ENTITY, codes.PLAY_TARGET_ENTITY),
        during=codes.PLAYING,
    ),
    Occasion(
        "UNIT_ENTERS_BUILDING",
        "When a unit enters a building",
        "A unit comes onto the tile of a building. Both run it, first the unit (actor), then the building (affected).",
        kinds=PLACED,
        known=WITH_AFFECTED,
        during=codes.ENTERING,
    ),
    Occasion(
        "UNIT_CONSTRUCTS_BUILDING",
        "When a unit constructs a building",
        "A building is played on a unit. Both run it, first the unit (actor), then the building (affected).",
        kinds=PLACED,
        known=WITH_AFFECTED,
        during=codes.CONSTRUCTING,
    ),
    Occasion(
        "PRE_DAMAGE",
        "Before damage is dealt",
        "Damage is about to be dealt. Both run it, first who deals it (actor), then who suffers it (affected).",
        kinds=EVERY_KIND,
        known=WITH_AFFECTED,
        during=codes.DAMAGING,
    ),
    Occasion(
        "POST_DAMAGE",
        "After damage was dealt",
        "Damage has been dealt. Both run it, first who dealt it (actor), then who suffered it (affected).",
        kinds=EVERY_KIND,
        known=WITH_AFFECTED,
        during=codes.DAMAGING,
    ),
    Occasion(
        "ON_MARCH",
        "When a unit marches on",
        "A unit (actor) is about to go on from a tile, or to attack from it.",
        kinds=LIVING,
        known=(codes.EFFECT_OWNING_ENTITY, codes.ACTOR_ENTITY),
        during=codes.MARCHING,
        trigger=True,
        places=(codes.CURRENT_TILE, codes.PLAY_TARGET),
    ),
    Occasion(
        "ON_END_OF_TURN",
        "At the end of a turn",
        "A player (actor) ends the turn.",
        kinds=LIVING,
        known=(codes.EFFECT_OWNING_ENTITY, codes.ACTOR_ENTITY),
        during=codes.ENDING_TURN,
        trigger=True,
        places=(codes.BOARD,),
    ),
)
INTERACTIONS: Final = {occasion.name: occasion for occasion in OCCASIONS if not occasion.trigger}
TRIGGERS: Final = {occasion.name: occasion for occasion in OCCASIONS if occasion.trigger}

# ---------------------------------------------------------------------------------------------------- card fields

FIELDS: Final = (
    Field("Id", "integer", EVERY_KIND, None, "The number of the card, and the name of its file.", needed=True),
    Field("EntityType", "word", EVERY_KIND, None, "The type of the card.", needed=True, vocabulary=KINDS),
    Field("Name", "text", LIVING, "", "The name in play; a skill has its name in the illustration file."),
    Field("Cost", "integer", EVERY_KIND, 0, "How much gold it costs to play the card.", low=0),
    Field("Rarity", "integer", EVERY_KIND, 0, "1, 2, 3 allow 3, 2, 1 copies in a deck; 0 allows none.", low=0, high=3),
    Field(
        "TargetOptions",
        "tiles",
        EVERY_KIND,
        None,
        "Where the card can be played: tiles as player 1 counts them, or lanes. [] means everywhere, null nowhere.",
    ),
    Field("TargetType", "word", codes.SKILL, codes.ON_BOARD, "What a skill is played on.", vocabulary=TARGETING),
    Field("TargetOwner", "word", codes.SKILL, 0, "Whose units or buildings; NONE means OWNER.", vocabulary=PLAYERS),
    Field("Hp", "stat", LIVING, 0, "Hit points.", low=0),
    Field("DamageTokens", "integer", LIVING, 0, "Damage it comes into play with.", low=0),
    Field("Attack", "stat", codes.UNIT, 0, "Damage it deals in a fight.", low=0),
    Field("Movement", "stat", codes.UNIT, 0, "Tiles it advances in a march.", low=0),
    Field("MovementDenominator", "stat", codes.UNIT, 1, "It marches once in so many turns.", low=1),
    Field("CurrentGold", "integer", codes.PLAYER, 0, "Gold at the start.", low=0),
    Field("ActivePowerId", "integer", codes.PLAYER, 1, "The card of the active power, a skill played on the board."),
    Field("Interactions", "interactions", EVERY_KIND, None, "What happens on an occasion: a list of effects for each."),
    Field("Triggers", "triggers", LIVING, None, "For each place listened to, for each trigger, a list of effects."),
)
