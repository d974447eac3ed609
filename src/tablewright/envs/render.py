"""The render modes of PettingZoo and Gymnasium: text, printed text, pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gymnasium import logger

from tablewright.envs.image import draw

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tablewright.envs.arena import NumberedMatch

RENDER_MODES: Final = ["ansi", "human", "rgb_array"]


def check_render_mode(mode: str | None) -> None:
    """Raise ``ValueError`` for a mode that does not exist."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f'there is no render mode "{mode}"; there are {", ".join(RENDER_MODES)}')


def render(match: NumberedMatch, seat: int, mode: str | None) -> str | NDArray[np.uint8] | None:
    """Show the table as a seat sees it."""
    if mode is None:
        logger.warn("nothing is rendered: the environment was made without a render_mode")
        return None
    picture = match.state.picture(seat)
    if mode == "rgb_array":
        return draw(picture, *match.arena.encoder.canvas)
    if mode == "ansi":
        return picture
    print(picture)
    return None
