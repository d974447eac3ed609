"""A plug-in of mypy for the compiler: ``State`` is generic for type checkers, and an ordinary class in compiled code.

mypyc gives every class that has ``Generic`` among its bases a dictionary, which our states do not need and which makes
copying them slower by a tenth. What a running interpreter gets instead of that base (``core/light.py``) is ``object``.
"""

from collections.abc import Callable

from mypy.plugin import ClassDefContext, Plugin


class GenericStates(Plugin):
    """Takes ``Generic`` away from the classes that are marked for the compiler."""

    def get_class_decorator_hook_2(self, fullname: str) -> Callable[[ClassDefContext], bool] | None:
        """Return what to do with a class that has this decorator."""
        return _forget if fullname == "mypy_extensions.mypyc_attr" else None


def _forget(context: ClassDefContext) -> bool:
    context.cls.removed_base_type_exprs.clear()
    return True


def plugin(_version: str) -> type[Plugin]:
    """Return the plug-in, as mypy asks for it."""
    return GenericStates
