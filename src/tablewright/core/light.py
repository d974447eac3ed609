"""Typing marks that cost nothing at start-up.

Importing ``typing`` doubles the start-up time of a console program. Type checkers and mypyc read the real
names below; a running interpreter gets stand-ins that do nothing. Only what a console loads needs this.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any
    from typing import Generic as Generic
    from typing import final as final

    from mypy_extensions import mypyc_attr as mypyc_attr
    from typing_extensions import TypeVar

    from tablewright.core.state import Action

    #: The actions of a game, in ``State[A]``.
    A = TypeVar("A", bound=Action, default=Any)
else:
    A = None

    def final(cls):
        return cls

    def mypyc_attr(**_):
        return final

    class Generic:
        def __class_getitem__(cls, _):
            return object  # as if no base had been named


def refuse_alone(kind: type) -> None:
    """Refuse a class that was compiled without the class of the core that it is derived from, where that is compiled.

    mypyc then lays out its objects as if nothing of the core were in them, and the first one would end the interpreter.
    """
    compiled = type(str.join)  # what methods of compiled classes are too
    alone = not kind.__module__.startswith("tablewright.") and compiled in map(type, vars(kind).values())
    if alone and any(compiled in map(type, vars(base).values()) for base in kind.__mro__[1:-1]):
        raise ImportError(
            f"{kind.__module__} was compiled by itself, and so were the rules of this tablewright: the two do not fit "
            "together, use the sources of one of them"
        )
