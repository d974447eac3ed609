"""The contract between the rules of a game and everything that plays it.

The words, used everywhere with one meaning: a *game* is a set of rules, a *setup* what one table is started with, a
*state* one position, a *seat* a place at the table (counted from 0), an *action* what a seat can do, an *event* what
happened, a *reason* why something cannot be done, a *view* what a seat may know. docs/contributor.md has the others.
"""

from __future__ import annotations

from tablewright.core.light import TYPE_CHECKING, A, Generic, mypyc_attr, refuse_alone

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence
    from typing import Any, ClassVar, Self

    from tablewright.core.dice import Dice


@mypyc_attr(allow_interpreted_subclasses=True)
class Action:
    """Something a seat can do; made once per setup and shared.

    ``number`` is stable for the setup's action table, or -1 for a well-formed command that no rule can ever allow
    (it exists only to be explained by ``why_not``). ``text`` is the command line that a person would type.

    >>> state.parse("done").text
    'done'
    """

    __slots__ = ("number", "text")

    @classmethod
    def __init_subclass__(cls) -> None:
        refuse_alone(cls)

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.text = text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __reduce__(self) -> Any:
        raise TypeError("actions are shared, not copied: keep action.text and parse it again")


class Reason:
    """Why an action is refused: a stable code, its rank among the rules' errors, and a sentence for people.

    Games declare their reasons once as constants; ``of`` adds the values of one refusal.

    >>> reason = state.why_not(state.parse("creature DRAGN F1"))
    >>> reason.code, str(reason)
    ('NOT_IN_HAND', 'Dragon is not in your hand')
    """

    __slots__ = ("code", "rank", "sentence", "values")

    def __init__(self, code: str, sentence: str, rank: int = 0, values: dict[str, object] | None = None) -> None:
        self.code = code
        self.sentence = sentence
        self.rank = rank
        self.values: dict[str, object] = {} if values is None else values

    def of(self, **values: object) -> Reason:
        """Return this reason with the values that fill its sentence."""
        return Reason(self.code, self.sentence, self.rank, values)

    def __str__(self) -> str:
        return self.sentence.format(**self.values)

    def __repr__(self) -> str:
        return f"Reason({self.code}: {self})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reason) and self.code == other.code and self.values == other.values

    def __hash__(self) -> int:
        return hash(self.code)


class Refused(Exception):
    """Base of all refusals; nothing has changed when one is raised. ``str()`` is a sentence for people.

    >>> try:
    ...     state.do("creature DRAGN F1")
    ... except tablewright.Refused as refusal:
    ...     print(refusal)
    Dragon is not in your hand
    """

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Malformed(Refused):
    """The text is not a command of this game."""


class IllegalAction(Refused):
    """The action is well formed, but the rules do not allow it now."""


MATCH_OVER = Reason("MATCH_OVER", "the match is over")
NOT_YOUR_TURN = Reason("NOT_YOUR_TURN", "it is not your turn")
OTHERS_DECISION = Reason("OTHERS_DECISION", "{name} decides that")


#: The cause of a match that cannot go on through the fault of a card: nobody has won it, and it is no tie.
VOID = "VOID"


@mypyc_attr(acyclic=True)
class Outcome:
    """How a match ended: a code for the cause, what each seat gets (1 won, 0 tied, -1 lost) and a score if any.

    >>> outcome = tablewright.play("ooperations", ["greedy", "random"], seed=7).outcome
    >>> str(outcome), outcome.winners
    ('seat 1 won (defeated)', (0,))
    """

    __slots__ = ("blame", "cause", "returns", "score")

    def __init__(
        self, cause: str, returns: tuple[float, ...], score: int | None = None, blame: int | None = None
    ) -> None:
        self.cause = cause
        self.returns = returns
        self.score = score
        #: The seat whose cards made it impossible to go on, where that is how the match ended; see ``Match``.
        self.blame = blame

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; none when the match was tied, lost together or void."""
        return tuple(seat for seat, value in enumerate(self.returns) if value > 0)

    def __str__(self) -> str:
        if self.winners:
            result = " and ".join(f"seat {seat + 1}" for seat in self.winners) + " won"
        else:
            result = "lost" if min(self.returns) < 0 else "tie"
        score = "" if self.score is None else f", score {self.score}"
        return f"{result} ({self.cause}{score})"

    def __repr__(self) -> str:
        return f"Outcome({self.cause!r}, {self.returns!r}, {self.score!r}, {self.blame!r})"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Outcome)
            and self.cause == other.cause
            and self.returns == other.returns
            and self.score == other.score
            and self.blame == other.blame
        )

    def __hash__(self) -> int:
        return hash((self.cause, self.returns, self.score, self.blame))


@mypyc_attr(allow_interpreted_subclasses=True)
class Event:
    """Something that happened, told while it happens to ``state.watch``.

    >>> event = match.do(0, match.state.parse("done"))[0]
    >>> event.told(0), event.seen(0)
    ('Player 1 is done.', {'kind': 'TurnDone', 'seat': 0})
    """

    __slots__ = ()

    @classmethod
    def __init_subclass__(cls) -> None:
        refuse_alone(cls)

    def told(self, seat: int | None) -> str:
        """Say in words what a seat (``None``: a spectator) learns from this event; "" when it learns nothing."""
        raise NotImplementedError

    def seen(self, seat: int | None) -> dict[str, Any] | None:
        """Return what a seat learns as a JSON value for faces that draw; ``None`` when it learns nothing."""
        return {"kind": type(self).__name__, **self.details(seat)} if self.told(seat) else None

    def details(self, seat: int | None) -> dict[str, Any]:
        """Return the parts of ``seen`` besides its kind: pieces, places and numbers, as the seat's view calls them."""
        return {}


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Generic[A]):
    """One position of a game: ask (``legal_actions``), explain (``why_not``), do (``submit``, or ``do`` in words).

    A state is changed in place and copied with ``clone``. It refers to no file, clock or face. Subclasses name their
    actions (``class ChessState(State["ChessAction"])``), call ``super().__init__`` and implement every method that
    raises ``NotImplementedError`` here. The others that are documented as derived are slow and right: whoever wants a
    game to be fast writes them too, and ``tablewright laws`` says which one holds it up.

    >>> game = tablewright.game("ooperations")
    >>> state = game.new(game.setup(), seed=7)
    >>> state                                   # print(state) draws the table, as a spectator sees it
    <ooperations, round 1, seat 0 to act>
    >>> state.legal_actions()[:3]
    [<done>, <redraw>, <creature SOLDR F1>]
    >>> state.do("creature SOLDR F1")           # what the acting seat is told
    ['Player 1 plays Soldier in slot 1.']
    """

    __slots__ = ("outcome", "seat_to_act", "watch")

    #: The key of the game.
    game: ClassVar[str] = ""

    @classmethod
    def __class_getitem__(cls, _: object) -> type[State]:
        return cls  # what the actions are is told to type checkers only

    @classmethod
    def __init_subclass__(cls) -> None:
        refuse_alone(cls)

    def __init__(self, seat_to_act: int, outcome: Outcome | None = None) -> None:
        #: The seat whose decision is awaited. Where several may act, the first of them: see ``acting_seats``.
        self.seat_to_act = seat_to_act
        #: ``None`` until the match is over.
        self.outcome = outcome
        #: Called with every event while it happens; ``None`` costs nothing. Clones start without a watcher.
        self.watch: Callable[[Any], None] | None = None

    def actions(self) -> Sequence[A]:
        """Return every action of this setup, as ``Game.actions`` does; what is derived from them asks for it."""
        raise NotImplementedError

    def legal_actions(self) -> list[A]:
        """List exactly the actions that ``why_not`` has nothing against, in a stable order; [] when it is over.

        Derived by asking about all of ``actions``.
        """
        if self.outcome is not None:
            return []
        return [action for action in self.actions() if self.why_not(action) is None]

    def why_not(self, action: A) -> Reason | None:
        """Return the highest-ranked reason against an action, or ``None`` if it may be done."""
        raise NotImplementedError

    def apply(self, action: A) -> None:
        """Do an action that came from ``legal_actions``, unchecked; for anything else use ``submit``."""
        raise NotImplementedError

    def submit(self, action: A) -> None:
        """Do the whole action, or raise ``IllegalAction`` and change nothing."""
        reason = self.why_not(action)
        if reason is not None:
            raise IllegalAction(reason)
        self.apply(action)

    def parse(self, line: str) -> A:
        """Return the action that a command line names, legal now or not; raise ``Malformed`` if it names none.

        Derived from ``actions``: the same words, in any case.
        """
        from tablewright.core.derived import find_action

        action: A = find_action(self.actions(), line)
        return action

    def apply_watched(self, action: A) -> list[Event]:
        """Do an action as ``apply`` does, and return what happened; a watcher is told as well."""
        events: list[Event] = []
        watch = self.watch

        def tell(event: Event) -> None:
            events.append(event)
            if watch is not None:
                watch(event)

        self.watch = tell
        try:
            self.apply(action)
        finally:
            self.watch = watch
        return events

    def do(self, line: str) -> list[str]:
        """Do what a command line names and return what the acting seat is told; raises ``Refused``."""
        action = self.parse(line)
        reason = self.why_not(action)
        if reason is not None:
            raise IllegalAction(reason)
        seat = self.seat_of(action)
        return [told for event in self.apply_watched(action) if (told := event.told(seat))]

    def acting_seats(self) -> tuple[int, ...]:
        """Return the seats that may act now; more than one only where the rules leave the order to the players."""
        return () if self.outcome is not None else (self.seat_to_act,)

    def seat_of(self, action: A) -> int:
        """Return the seat that would take this action."""
        return self.seat_to_act

    def clone(self) -> Self:
        """Return an equal state that shares nothing mutable with this one and has no watcher.

        Derived from the fields.
        """
        from tablewright.core.derived import copy_state

        return copy_state(self)

    def key(self) -> Hashable:
        """Return a hashable value of the whole position: equal keys, equal states. Derived from the fields."""
        from tablewright.core.derived import state_key

        return state_key(self)

    def rolled(self) -> int:
        """Return how many random numbers were drawn since the start; always 0 where chance ends with the deal."""
        return 0

    def when(self) -> str:
        """Say in a word or two how far the match is, in the game's own measure, such as "round 3"; "" for nothing."""
        return ""

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return what a seat (``None``: a spectator) may know, as a fresh JSON value."""
        raise NotImplementedError

    def picture(self, seat: int | None) -> str:
        """Draw the table as a seat (``None``: a spectator) sees it, as lines of plain text without colours.

        Derived from the view.
        """
        from tablewright.core.derived import draw_view

        return draw_view(self.view(seat))

    def resample(self, seat: int | None, dice: Dice) -> Self:
        """Return a state that the seat could not tell from this one: hidden cards dealt again, future dice new.

        The sample depends on the seat's view and on the dice, and on nothing else: what is dealt again is sorted
        before it is shuffled, so that nobody learns anything from the order in which it really lies. Derived, with new
        dice and nothing else, for games that hide nothing; others have to write it.
        """
        from tablewright.core.derived import with_new_dice

        return with_new_dice(self, dice)

    def snapshot(self) -> dict[str, Any]:
        """Return the whole position as a JSON value that ``Game.restore`` turns into an equal state.

        Derived from the fields; whoever writes it writes ``Game.restore`` too.
        """
        from tablewright.core.derived import write_state

        return write_state(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and type(self) is type(other) and self.key() == other.key()

    def __hash__(self) -> int:
        raise TypeError("a state changes: use state.key() in tables")

    def __str__(self) -> str:
        return self.picture(None)

    def __repr__(self) -> str:
        turn = f"seat {self.seat_to_act} to act" if self.outcome is None else str(self.outcome)
        return f"<{', '.join(filter(None, [self.game or type(self).__name__, self.when(), turn]))}>"


def words(line: str | bytes) -> list[str]:
    """Split a line at runs of ASCII white space and put its ASCII letters into upper case.

    Bytes that are not UTF-8 survive as lone surrogates; they match nothing, and no more do others of their kind.
    """
    if isinstance(line, bytes):
        data = line
    else:
        try:
            data = line.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:  # a surrogate that stands for no byte
            data = line.encode("utf-8", "backslashreplace")
    return [word.decode("utf-8", "surrogateescape") for word in data.upper().split()]
