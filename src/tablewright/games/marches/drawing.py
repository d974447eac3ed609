"""The match in text: board, hand, cards. Player 1 is at the bottom and marches up (^), player 2 marches down (v)."""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING
from tablewright.games.marches import rules
from tablewright.games.marches.actions import PLAY, MarchesAction, place_word
from tablewright.games.marches.language import codes
from tablewright.games.marches.language.vocabulary import KINDS, TARGETING
from tablewright.games.marches.pieces import LANE_OF, LANES, TILE_NAMES

if TYPE_CHECKING:
    from typing import Final

    from tablewright.games.marches.language.effects import CardName
    from tablewright.games.marches.pieces import Entity, MarchesCard, Stats
    from tablewright.games.marches.state import MarchesState

MARKS: Final = ("^", "v")
CELL: Final = 26
ROWS: Final = 8
LINE: Final = "-" * (3 * CELL)
HEAD: Final = f"{LINE}\n{''.join([f' {name:{CELL - 1}}' for name, _, _ in LANES]).rstrip()}\n"
#: In this order: a player, then from the top for each row a cell of each lane and its further lines, and a player.
BOARD: Final = f"%s\n{HEAD}{f' %-{CELL}s%-{CELL}s%s{chr(10)}%s' * ROWS}{LINE}\n%s\n"
#: For each tile its row, counted from the top; shorter lanes are in the middle.
ROW_OF: Final = [
    (ROWS + last - first) // 2 - tile + first for _, first, last in LANES for tile in range(first, last + 1)
]
#: What fills in the board when nothing stands on it; ``CELL_OF`` has the place of each tile there.
EMPTY_BOARD: Final = ["", *["    |", "    |", "    |", ""] * ROWS, ""]
CELL_OF: Final = [1 + 4 * row + lane for row, lane in zip(ROW_OF, LANE_OF, strict=True)]
for _tile, _name in enumerate(TILE_NAMES):
    EMPTY_BOARD[CELL_OF[_tile]] = f"{_name} ."

#: Tiles as they were drawn last: the lines depend on nothing but what stands there, which never changes itself.
_drawn: dict[tuple[Entity, ...], list[str]] = {}
MOST_DRAWN: Final = 500


def shortened(text: str, width: int) -> str:
    """Return a text that fits into a width."""
    return text if len(text) <= width else text[: width - 1] + "~"


def movement_text(stats: Stats) -> str:
    """Return the movement as it is written on cards: tiles, and in how many turns."""
    denominator = stats.denominator.total
    return str(stats.movement.total) if denominator == 1 else f"{stats.movement.total}/{denominator}"


def player_line(state: MarchesState, seat: int) -> str:
    """Return the line about a player that everybody may see."""
    player, entity = state.players[seat], state.entities[seat]
    power = player.power
    status = f"costs {power.cost}" if player.power_available else "used"
    return (
        f"{MARKS[seat]} player {seat + 1}, {shortened(entity.card.name, 16)}   {entity.health} HP   {player.gold} gold"
        f"   hand {len(player.held)}   deck {len(player.deck) - player.drawn}   {shortened(power.name, 16)} ({status})"
    )


def entity_cell(entity: Entity) -> str:
    """Return a unit as attack/health, a building in brackets with its health."""
    mark = MARKS[entity.owner]
    width = CELL - 11
    if entity.card.kind == codes.BUILDING:
        return f"{mark}[{shortened(entity.card.name, width - 1)}] {entity.health}"
    waits = " z" if entity.cooldown else ""
    return f"{mark}{shortened(entity.card.name, width)} {entity.stats.attack.total}/{entity.health}{waits}"


def tile_lines(standing: tuple[Entity, ...]) -> list[str]:
    """Return the lines of the tile on which these stand: its name and they, equal neighbours counted together."""
    lines: list[str] = []
    start = TILE_NAMES[standing[0].tile]
    cells = [entity_cell(entity) for entity in standing]
    times = 1
    for index, cell in enumerate(cells, 1):
        if index < len(cells) and cells[index] == cell:
            times += 1
            continue
        lines.append(shortened(f"{start} {cell}" if times == 1 else f"{start} {cell} x{times}", CELL - 1))
        start = "  "
        times = 1
    return lines


def further_lines(lanes: list[list[str]]) -> str:
    """Return the lines below the first one of a row, in which some tiles have several."""
    text = ""
    for index in range(1, max(map(len, lanes))):
        parts = [lines[index] if index < len(lines) else "" for lines in lanes]
        text += " " + "".join([f"{part:{CELL}}" for part in parts]).rstrip() + "\n"
    return text


def board_text(state: MarchesState) -> str:
    """Draw the board between the two players."""
    entities = state.entities
    cells = EMPTY_BOARD.copy()
    cells[0], cells[-1] = player_line(state, 1), player_line(state, 0)
    crowded: dict[int, list[list[str]]] = {}
    for tile, numbers in enumerate(state.tiles):
        if not numbers:
            continue
        standing = tuple([entities[number] for number in numbers])
        lines = _drawn.get(standing)
        if lines is None:
            if len(_drawn) > MOST_DRAWN:
                _drawn.clear()
            lines = _drawn[standing] = tile_lines(standing)
        cells[CELL_OF[tile]] = lines[0]
        if len(lines) > 1:
            crowded.setdefault(ROW_OF[tile], [[], [], []])[LANE_OF[tile]] = lines
    for row, lanes in crowded.items():
        cells[4 * (row + 1)] = further_lines(lanes)
    return BOARD % tuple(cells)


# ------------------------------------------------------------------------------------------------------------ cards


def card_summary(card: MarchesCard) -> str:
    """Return type and numbers of a card."""
    if card.kind == codes.UNIT:
        return f"unit {card.stats.attack.total}/{card.stats.hp.total}, movement {movement_text(card.stats)}"
    if card.kind == codes.BUILDING:
        return f"building, {card.stats.hp.total} HP"
    return f"skill on {TARGETING.by_value[card.targeting].says}"


def plain_text(text: str) -> str:
    """Return the text of a card without the marks around keywords and names."""
    return text.replace("*", "").replace("#", "")


def hand_text(state: MarchesState) -> str:
    """List the hand of the player to act: what each card is, and where it can be played or why it cannot."""
    player = state.players[state.seat_to_act]
    places: dict[int, list[str]] = {}
    for action in state.legal_actions():
        if action.kind == PLAY:
            places.setdefault(action.card, []).append(place_word(action.place))
    lines = [f"Your hand, with {player.gold} gold:"]
    for number in sorted(set(player.hand)):
        card = state.setup.cards[number]
        copies = player.hand.count(number)
        name = card.name if copies == 1 else f"{card.name} x{copies}"
        lines.append(f" {'+' if number in places else ' '} {card.cost:2} {name:24} {card_summary(card)}")
        if card.text:
            lines.append(f"        {plain_text(card.text)}")
        if number not in places:
            reason = rules.why_not(state, MarchesAction(-1, "", PLAY, number, codes.NOWHERE, 0))
            lines.append(f"        not now: {reason}")
        elif places[number] != [""]:
            lines.append(f"        at {' '.join(places[number])}")
    if len(lines) == 1:
        return "Your hand is empty.\n"
    return "\n".join(lines) + "\n"


def picture(state: MarchesState, seat: int | None) -> str:
    """Draw the table as a seat sees it: the board, an open choice, its own hand."""
    text = f"Turn {state.turn}, player {state.seat_to_act + 1} to act\n\n" + board_text(state)
    if state.outcome is None and state.choosing_tile != codes.NOWHERE:
        text += "\n" + choice_text(state)
    if seat is not None:
        hand = state.players[seat].hand
        names = [f"{state.setup.cards[n].name} x{hand.count(n)}".removesuffix(" x1") for n in sorted(set(hand))]
        text += f"\nHand: {', '.join(names) or 'empty'}\n"
    return text


def card_text(state: MarchesState, card: MarchesCard) -> str:
    """Tell everything about a card of a match."""
    return told_card(card, lambda number: card_name(state, number))


def told_card(card: MarchesCard, name: CardName) -> str:
    """Tell everything about a card: its text, and in plain words what its programs really do."""
    from tablewright.games.marches.language.texts import card_lines

    lines = card_lines(card, name)
    if card.text:
        lines.insert(1, f'"{plain_text(card.text)}"')
    return "".join(wrapped(line) for line in lines)


def wrapped(line: str) -> str:
    """Break a long line at blanks; what follows is indented."""
    rows: list[str] = [""]
    for word in line.split():
        if len(rows[-1]) + len(word) >= len(LINE) and rows[-1].strip():
            rows.append("   ")
        rows[-1] += (" " if rows[-1] else "") + word
    return "".join(row + "\n" for row in rows)


def card_name(state: MarchesState, number: int) -> str:
    """Return the name of a card of this match."""
    card = state.setup.cards.get(number)
    return f"card {number}" if card is None else card.name


def tile_text(state: MarchesState, tile: int) -> str:
    """Tell everything about what stands on a tile."""
    if not state.tiles[tile]:
        return f"{TILE_NAMES[tile]} is empty.\n"
    lines = [f"On {TILE_NAMES[tile]}:"]
    for index, number in enumerate(state.tiles[tile], 1):
        lines.append(f"  {index}. {entity_text(state.entities[number])}")
    return "\n".join(lines) + "\n"


def entity_text(entity: Entity) -> str:
    """Tell everything about a unit or building."""
    stats = entity.stats
    parts = [f"{entity.card.name} of player {entity.owner + 1}, {KINDS.by_value[entity.card.kind].says}"]
    parts.append(f"{entity.health} of {stats.hp.total} HP")
    if entity.card.kind == codes.UNIT:
        parts.append(f"attack {stats.attack.total}")
        parts.append(f"movement {movement_text(stats)}")
        if entity.cooldown:
            parts.append(f"rests {max(0, stats.denominator.total - entity.cooldown)} more turns")
    return ", ".join(parts)


def choice_text(state: MarchesState) -> str:
    """List the targets among which the player has to choose."""
    aim = rules.chosen_aim(state)
    lines = [f"{aim.card.name} on which one?"]
    for index, number in enumerate(rules.candidates(state, aim, state.choosing_tile), 1):
        lines.append(f"  {index}. {entity_text(state.entities[number])}")
    return "\n".join(lines) + "\n"
