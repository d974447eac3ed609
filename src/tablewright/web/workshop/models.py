"""What the workshop is asked by HTTP, checked at the door. What an edit or a bench may say, the game knows."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from tablewright.web.models import Name, WebModel

Number = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
Version = Annotated[int, Field(ge=0, le=1_000_000_000)]
Values = Annotated[dict[str, Any], Field(max_length=100)]


class NewSpace(WebModel):
    """The key of a new space: whoever has it can change everything there."""

    key: str


class CardWish(WebModel):
    """A card to begin: like another one, or an empty one of a kind."""

    like: Number | None = None
    kind: Literal["UNIT", "BUILDING", "SKILL", "PLAYER"] | None = None
    name: Name = ""


class CardEdit(WebModel):
    """A change of a card, and the version that it was made on."""

    base: Version
    edit: Values


class Nothing(WebModel):
    """No more than that it is wished for."""


class RestoreWish(WebModel):
    """The version that is to count again; none to bring a card back that was removed."""

    version: Version | None = None


class OffersWish(WebModel):
    """Where something is to be chosen."""

    at: Values
    base: Version | None = None


class BenchWish(WebModel):
    """A bench that goes on, or a change of the one that is kept."""

    bench: Values | None = None
    change: Values | None = None
    reset: bool = False


class TestWish(WebModel):
    """A bench that is to be kept as a test, and what of it matters."""

    __test__ = False

    bench: Values
    title: str = Field(default="", max_length=300)
    keep: list[Annotated[str, Field(max_length=200)]] = Field(max_length=500)


class StudyWish(WebModel):
    """Whether a card is fair, at its cost or at three, as some bot plays."""

    costs: bool = False
    bot: Name | None = None


class DeckWish(WebModel):
    """A deck to begin like another one, perhaps with a card put in."""

    like: Name
    with_: Number | None = Field(default=None, alias="with")


class DeckEdit(WebModel):
    """A change of a deck: set, class, name or about; and perhaps the version that it was made on."""

    edit: Values
    base: Version | None = None


class PutWish(WebModel):
    """The deck that a card is to be put into; one that fits if none is named."""

    like: Name | None = None


class Against(WebModel):
    """Who sits across: a bot or a friend, and with which deck."""

    bot: Name | None = None
    friend: bool = False
    deck: Name | None = None


class PlayWish(WebModel):
    """A match with decks of the space."""

    deck: Name
    against: Against
    name: Name


class SetText(WebModel):
    """A set that somebody has sent."""

    text: str


class WishText(WebModel):
    """What a card cannot say."""

    text: str = Field(max_length=2_000)
