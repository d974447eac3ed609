"""The exhaustive search: everything that can be reached with one more flip, until nothing better is left.

A *layer* is what can be reached with so many flips, and all its moves go in the direction of one card. A *group* holds
the positions with the same doors, monsters and secret doors opened, the same hourglasses used and the same flips saved
by them; inside a group one only walks, and whoever opens or uses something passes on to another group. ``Search.run``
goes through the layers, ``_search_group`` through one group in one layer; ``steps`` then finds the way back.

Why it is exact, and what may be left out without losing the optimum:

* Only a flip costs anything, so the positions are found layer by layer: those that need no flip, one, two, ... Waiting
  is possible, so whoever is reached once stays reached, and a layer only adds what the new card allows.
* Unlocking and fighting are free, and an open passage never forbids a move that was possible before. So they are done
  as soon as they are possible, and a position with more opened makes an equal one with less superfluous. The same holds
  for the secret doors, which open by themselves.
* An hourglass lowers the counter by 5, but not below 0, and is used up by the first stop on it, wanted or not. So it
  matters when it is used; passing over it does not use it. Positions are kept apart by the hourglasses used and by what
  they have saved so far: the counter is the number of flips minus that. More saved is better, all else being equal.
  Waiting in front of an hourglass for a fuller counter gains nothing: four flips later the same card shows, and the
  counter is no lower than it was with the hourglass used four flips earlier. So a group in which nothing new was
  reached need not be tried again with a card.
* Rooms that are not revealed do not matter to somebody who knows them: the last tile in front of one is free to stop on
  (whoever stood there would have revealed the room), and a stop costs nothing. Only an hourglass on the edge of a
  room, which no room of the rulebook has, could make such a stop unwelcome; the solver checks every plan by playing it.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from time import perf_counter

from tablewright.games.maze.rules import HOURGLASS_FLIPS
from tablewright.games.maze.solver.ground import Cells, Ground, Passages, Rows

#: What is opened and used (bits of the ground), and how many flips the hourglasses have saved.
Key = tuple[int, int]


class Limits:
    """How much a search may use before it stops without a proof."""

    def __init__(self, seconds: float = 60.0, megabytes: float = 3072.0) -> None:
        self.seconds = seconds
        self.megabytes = megabytes

    def after(self, seconds: float) -> Limits:
        """Return what is left after some time."""
        return Limits(self.seconds - seconds, self.megabytes)


class SearchStep:
    """Part of a plan: after so many flips everybody goes to these cells, and then something may be done."""

    __slots__ = ("cells", "command", "flips")

    def __init__(self, flips: int, cells: Cells, command: str) -> None:
        self.flips = flips
        self.cells = cells
        #: "unlock", "fight" or "" (hourglasses and switches work by themselves).
        self.command = command


class Group:
    """All positions found so far that have the same things opened and the same flips saved."""

    __slots__ = ("changed", "entries", "key", "rows", "tried")

    def __init__(self, key: Key) -> None:
        self.key = key
        self.rows: Rows = {}
        #: The last layer that added a position, and for each card the last layer that went in its direction.
        self.changed = -1
        self.tried = [-1, -1, -1, -1]
        #: How positions came here from outside: layer, group they came from (``None``: the start), command, positions.
        self.entries: list[tuple[int, Group | None, str, Rows]] = []


class Search:
    """One search from a start to a goal."""

    def __init__(
        self,
        ground: Ground,
        deck: tuple[int, ...],
        counter: int,
        goal: Rows,
        limits: Limits,
        first: bool = False,
        narrow: bool = False,
    ) -> None:
        self.ground = ground
        #: The cards in their order, the active one first.
        self.deck = deck
        self.counter = counter
        self.goal = goal
        self.limits = limits
        #: Stop after the first layer that reaches the goal, instead of looking for hourglasses that may pay off later.
        self.first = first
        #: Follow only those who have opened most: fast, but no proof.
        self.narrow = narrow
        self.groups: dict[Key, Group] = {}
        #: The lowest counter at the goal so far, and where that is: layer, group and cells.
        self.best: int | None = None
        self.found: tuple[int, Group, Cells] | None = None
        #: Layers that have been searched completely.
        self.layers = 0
        #: Has everything been searched that could be better than ``best``?
        self.complete = False
        #: Memory in use, roughly.
        self.bytes = 0
        #: Told after every layer: layers searched so far, best counter so far.
        self.progress: Callable[[int, int | None], None] | None = None
        self._switches = ground.switches()
        #: What a row takes at most: Python's integers have 30 bits in 4 bytes.
        self._row_bytes = ground.cells**2 // 30 * 4 + 100
        #: Positions that come into a group in this layer, and the groups still to be searched in it, as a heap: those
        #: with least opened first, because positions only ever pass on to groups with more.
        self._waiting: dict[Key, list[tuple[Group | None, str, Rows]]] = {}
        self._queue: list[tuple[int, Key]] = []

    @property
    def positions(self) -> int:
        """How many different positions have been reached."""
        return sum(bits.bit_count() for group in self.groups.values() for bits in group.rows.values())

    def lower_bound(self, key: Key, flips: int) -> int:
        """Return a lower bound of the counter at the goal for a group after so many flips."""
        opened, saved = key
        return max(0, self.counter + flips - saved - HOURGLASS_FLIPS * self._unused(opened))

    def _unused(self, opened: int) -> int:
        return sum(not opened & bit for bit in self.ground.hourglasses.values())

    def least_counter(self) -> int:
        """Return what no way to the goal ends below, as far as has been searched."""
        open_groups = [] if self.complete else [self.lower_bound(key, self.layers) for key in self.groups]
        return min(open_groups if self.best is None else [self.best, *open_groups])

    def hopeless(self, key: Key, flips: int) -> bool:
        """Say whether a group cannot lead to anything better than what has been found."""
        return self.best is not None and self.lower_bound(key, flips) >= self.best

    def run(self, bound: int | None = None) -> None:
        """Search until the best way to the goal is proven, or a limit is reached.

        ``bound`` is a counter that is known to be possible: only better ways are looked for.
        """
        began = perf_counter()
        self.best = bound
        self._enter((0, 0), None, "", self.ground.rows_of(self.ground.start))
        while True:
            flips = self.layers
            card = self.deck[flips % 4]
            for key, group in self.groups.items():
                if group.changed > group.tried[card] and not self.hopeless(key, flips):
                    heappush(self._queue, (key[0].bit_count(), key))
            while self._queue:
                key = heappop(self._queue)[1]
                if key in self._waiting or self.groups[key].tried[card] < flips:
                    self._search_group(key, flips, card)
                if perf_counter() - began > self.limits.seconds or self.bytes > self.limits.megabytes * 1e6:
                    return
            self.layers += 1
            if self.progress is not None:
                self.progress(self.layers, self.best)
            if self.first and self.found is not None:
                return
            if self.narrow:
                self._forget()
            if not any(
                group.changed >= self.layers - 4 and not self.hopeless(key, self.layers)
                for key, group in self.groups.items()
            ):
                self.complete = not self.narrow
                return

    def _enter(self, key: Key, source: Group | None, command: str, rows: Rows) -> None:
        """Note positions that come into a group, as far as they are new there."""
        group = self.groups.get(key)
        if group is not None:
            old = group.rows
            rows = {thief: new for thief, bits in rows.items() if (new := bits & ~old.get(thief, 0))}
        if rows:
            if key not in self._waiting:
                self._waiting[key] = []
                heappush(self._queue, (key[0].bit_count(), key))
            self._waiting[key].append((source, command, rows))

    def _search_group(self, key: Key, flips: int, card: int) -> None:
        """Let everybody in a group go on along the card, and pass on those who open something."""
        waiting = self._waiting.pop(key, [])
        if self.hopeless(key, flips):
            return
        group = self.groups.get(key)
        if group is None:
            group = self.groups[key] = Group(key)
        rows = self._not_superfluous(group)
        for source, command, entering in waiting:
            group.entries.append((flips, source, command, entering))
            self.bytes += len(entering) * self._row_bytes
            for thief, bits in entering.items():
                rows[thief] = rows.get(thief, 0) | bits
        group.tried[card] = flips
        if not rows:
            return
        self.ground.map(key[0]).passages[card].go(rows)
        apart = self.ground.apart
        for thief in rows:
            rows[thief] &= apart[thief]
        self._pass_on(group, rows, flips)
        old = group.rows
        for thief, bits in rows.items():
            before = old.get(thief, 0)
            if bits | before != before:
                self.bytes += 0 if before else self._row_bytes
                old[thief] = bits | before
                group.changed = flips
        self._look_for_goal(group, rows, flips)

    def _not_superfluous(self, group: Group) -> Rows:
        """Return the positions of a group that have not been reached better in another group.

        Better is more opened and no less saved with the same hourglasses used, or as much saved with more of them used
        as could ever be saved here.
        """
        rows = dict(group.rows)
        opened, saved = group.key
        most = saved + HOURGLASS_FLIPS * self._unused(opened)
        better = [
            other
            for other in self.groups.values()
            if other.key[0] & opened == opened
            and other.key[1] >= (most if (other.key[0] ^ opened) & self.ground.hourglass_bits else saved)
            and other is not group
        ]
        better.sort(key=lambda other: -other.key[0].bit_count())  # those who opened most make most superfluous
        for other in better:
            for thief, bits in other.rows.items():
                if thief in rows:
                    left = rows[thief] & ~bits
                    if left:
                        rows[thief] = left
                    else:
                        del rows[thief]
            if not rows:
                break
        return rows

    def _pass_on(self, group: Group, rows: Rows, flips: int) -> None:
        """Take those out of the rows who use an hourglass, press the switches, unlock or fight."""
        ground = self.ground
        opened, saved = group.key
        for cell, bit in ground.hourglasses.items():
            if not opened & bit:
                by_thief = rows.pop(cell, 0)
                used = _take(rows, ground.fighter_in((cell,)) | ground.seer_in((cell,)))
                used[cell] = by_thief
                key = (opened | bit, saved + min(HOURGLASS_FLIPS, self.counter + flips - saved))
                self._send(group, key, "", used)
        if not opened & ground.secret_bit:
            pressed = _common(self._switches, rows)
            for thief, bits in pressed.items():
                rows[thief] &= ~bits
            self._send(group, (opened | ground.secret_bit, saved), "", pressed)
        here = ground.map(opened)
        for cell, doors in here.unlock.items():
            self._send(group, (opened | doors, saved), "unlock", {cell: rows.pop(cell, 0)})
        for cell, monsters in here.fight.items():
            self._send(group, (opened | monsters, saved), "fight", _take(rows, ground.fighter_in((cell,))))

    def _send(self, group: Group, key: Key, command: str, rows: Rows) -> None:
        """Let the positions among the rows, if there are any, come into another group."""
        rows = {thief: bits for thief, bits in rows.items() if bits}
        if rows:
            self._enter(key, group, command, rows)

    def _look_for_goal(self, group: Group, rows: Rows, flips: int) -> None:
        """Note the goal if it is among the rows, with a lower counter than before."""
        counter = self.counter + flips - group.key[1]
        if self.best is None or counter < self.best:
            cells = self.ground.some(_common(self.goal, rows))
            if cells is not None:
                self.best = counter
                self.found = (flips, group, cells)

    def _forget(self) -> None:
        """Keep only the groups that have opened most, apart from hourglasses."""
        count = {key: (key[0] & ~self.ground.hourglass_bits).bit_count() for key in self.groups}
        most = max(count.values())
        for key, number in count.items():
            if number < most:
                self.groups[key].changed = -1

    def steps(self) -> list[SearchStep]:
        """Return the way to what was found, backwards through the groups."""
        assert self.found is not None, "nothing was found"
        flips, here, cells = self.found
        group: Group | None = here
        command = ""
        steps: list[SearchStep] = []
        while group is not None:
            part, flips, entry = self._way_into(group, flips, cells)
            steps = [*part[:-1], SearchStep(part[-1].flips, part[-1].cells, command), *steps]
            cells = part[0].cells
            group, command = entry
        return steps

    def _way_into(
        self, group: Group, flips: int, cells: Cells
    ) -> tuple[list[SearchStep], int, tuple[Group | None, str]]:
        """Find how a position of a group was reached from where it came into the group.

        Returns the steps inside the group, the layer in which they begin, and the group and command before them.
        """
        ground = self.ground
        passages = ground.map(group.key[0]).passages
        unused = [cell for cell, bit in ground.hourglasses.items() if not group.key[0] & bit]
        # From where the cells can still be reached, for each layer from the last one backwards.
        behind: list[Rows] = [ground.rows_of(cells)]
        while flips >= 0:
            rows = dict(behind[-1])
            passages[self.deck[flips % 4]].go_back(rows)
            self._keep_possible(rows, unused)
            for layer, source, command, entering in group.entries:
                if layer == flips:
                    start = ground.some(_common(entering, rows))
                    if start is not None:
                        return self._way_on(start, flips, behind, passages), flips, (source, command)
            behind.append(rows)
            flips -= 1
        raise AssertionError("a position was reached from nowhere")

    def _keep_possible(self, rows: Rows, unused: list[int]) -> None:
        """Take out two characters on one cell, and who would stand on an hourglass without having used it."""
        ground = self.ground
        unwanted = ground.fighter_in(unused) | ground.seer_in(unused)
        for thief in rows:
            rows[thief] &= 0 if thief in unused else ground.apart.get(thief, 0) & ~unwanted

    def _way_on(self, cells: Cells, flips: int, behind: list[Rows], passages: list[Passages]) -> list[SearchStep]:
        """Go forward through the sets that lead to the goal, moving as late and as few as possible."""
        steps = [SearchStep(flips, cells, "")]
        for rows in reversed(behind):
            if not rows.get(cells[0], 0) & self.ground.pair(cells[1], cells[2]):
                reached = self.ground.rows_of(cells)
                passages[self.deck[flips % 4]].go(reached)
                cells = self._fewest_moves(cells, _common(rows, reached))
                steps.append(SearchStep(flips, cells, ""))
            flips += 1
        return steps

    def _fewest_moves(self, cells: Cells, reached: Rows) -> Cells:
        """Choose among positions that can be reached one for which few have to move."""
        ground = self.ground
        thief, fighter, seer = cells
        masks = (ground.pair(fighter, seer), ground.fighter_in((fighter,)), ground.seer_in((seer,)), -1)
        for mask in masks:
            for kept in ({thief: reached.get(thief, 0)}, reached):
                there = ground.some({row: bits & mask for row, bits in kept.items()})
                if there is not None:
                    return there
        raise AssertionError("the way back has no way forward")


def _common(one: Rows, two: Rows) -> Rows:
    """Return the positions that are in both sets."""
    return {thief: bits & two[thief] for thief, bits in one.items() if thief in two}


def _take(rows: Rows, mask: int) -> Rows:
    """Take the bits of a mask out of all rows and return them."""
    taken = {}
    for thief, bits in rows.items():
        if bits & mask:
            taken[thief] = bits & mask
            rows[thief] = bits & ~mask
    return taken
