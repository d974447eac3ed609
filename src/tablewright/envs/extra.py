"""One sentence for those who miss a library."""

from __future__ import annotations

from importlib import import_module


def require(library: str) -> None:
    """Raise an ``ImportError`` that names the extra to install if a library of the environments is missing."""
    try:
        import_module(library)
    except ImportError as error:
        raise ImportError(
            f"{library} is not installed: the standard environments need the extra [envs], "
            'install it with: pip install "tablewright[envs]"',
            name=library,
        ) from error
