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
