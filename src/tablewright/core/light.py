"""Typing marks that cost nothing at start-up.

Importing ``typing`` doubles the start-up time of a console program. Type checkers and mypyc read the real
names below; a running interpreter gets stand-ins that return the class unchanged.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import final as final

    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def final(cls):
        return cls

    def mypyc_attr(**_):
        return final
