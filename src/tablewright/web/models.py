"""What goes in and out by HTTP, checked at the door and described for everybody who writes a client."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(max_length=80)]


class WebModel(BaseModel):
    """A JSON object with these fields and no others."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SeatWish(WebModel):
    """Who is to sit in a seat."""

    kind: Literal["person", "friend", "open", "bot"]
    name: Name | None = Field(default=None, description="of a person who sits at the device that makes the table")
    bot: Name | None = Field(default=None, description="a level or the name of a bot")


class ClockWish(WebModel):
    """A clock: seconds for the whole match, and those that every action adds; or seconds for every turn."""

    total: int | None = Field(default=None, ge=10, le=86_400)
    increment: int = Field(default=0, ge=0, le=3_600)
    turn: int | None = Field(default=None, ge=5, le=14 * 86_400)


class OptionsWish(WebModel):
    """How a table is run."""

    clock: ClockWish | None = None
    watchers: bool = True
    hints: bool = True
    chat: bool = True
    absence: int | None = Field(default=None, ge=10, le=86_400, description="seconds that an absent player has")


class BranchWish(WebModel):
    """The position of a finished match to play on from."""

    match: str = Field(max_length=40)
    number: int = Field(ge=0, le=100_000)


class MatchWish(WebModel):
    """A table that somebody wants to be made."""

    game: Name | None = Field(default=None, description="may be left out where another match is played on")
    setup: dict[Name, Name] = Field(default_factory=dict, max_length=40, description="names of options by choices")
    seats: list[SeatWish] = Field(max_length=20)
    options: OptionsWish = OptionsWish()
    branch: BranchWish | None = Field(default=None, alias="from")
    seed: int | None = Field(default=None, ge=0, lt=10**9, description="of the deal, where it cheats nobody")
    day: str | None = Field(default=None, max_length=10, description="whose puzzle it is, instead of setup and seed")


class MadeSeat(WebModel):
    """A seat of a new table, and the word that opens it."""

    seat: int
    kind: str
    token: str | None = None
    invite: str | None = None
    bot: str | None = None


class MadeMatch(WebModel):
    """A new table."""

    id: str
    commitment: str
    seats: list[MadeSeat]
    watch: str


class JoinWish(WebModel):
    """Somebody who wants to sit down."""

    name: Name
    invite: Name | None = None
    token: str | None = Field(
        default=None,
        pattern=r"^[A-Za-z0-9_-]{43,100}$",
        description="32 random bytes of the client's own making: asking again with it, after a lost answer, is safe",
    )


class JoinedSeat(WebModel):
    """A seat that somebody has now, and the word that opens it."""

    seat: int
    token: str


class OptionFacts(WebModel):
    """One value that a choice can take."""

    name: str
    about: str


class ChoiceFacts(WebModel):
    """Something to choose before a match; the first option is the default."""

    key: str
    title: str
    seat: int | None
    options: list[OptionFacts]


class BoardFacts(WebModel):
    """Where a browser finds the board of a game."""

    script: str
    style: str


class StyleFacts(WebModel):
    """An opponent with a character: its name, the deck that it likes, and what it says of itself."""

    name: str
    deck: str
    line: str


class GameFacts(WebModel):
    """What a game says of itself."""

    key: str
    title: str
    about: str
    seats: list[int]
    cooperative: bool
    hidden: bool
    choices: list[ChoiceFacts]
    levels: list[str]
    styles: list[StyleFacts]
    board: BoardFacts | None
    #: The page on which people make cards for it, where this server has one.
    workshop: str | None = None


class PuzzleFacts(WebModel):
    """The puzzle of a day: a match for one, the same for everybody."""

    game: str
    day: str
    title: str
    about: str


class ErrorFacts(BaseModel):
    """Why something cannot be had: a stable code and a sentence, and perhaps the seconds to wait."""

    code: str
    text: str
    wait: int | None = None


class HealthFacts(BaseModel):
    """The server answers."""

    status: str
