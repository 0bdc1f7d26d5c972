"""What messages of both ways are made of, with the bound of each that a client may fill in."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

Status = Literal["lobby", "playing", "paused", "ended"]
Role = Literal["player", "spectator", "screen"]
Arrangement = Literal["in_turn", "winner_stays", "two_tables"]

Code = Annotated[str, Meta(max_length=16)]  # as typed: codes.py tidies it
Name = Annotated[str, Meta(max_length=200)]  # as typed: names.py trims it
Token = Annotated[str, Meta(max_length=128)]
GameId = Annotated[str, Meta(max_length=32)]
OptionName = Annotated[str, Meta(max_length=32)]
OptionValue = Annotated[str, Meta(max_length=32)] | Annotated[int, Meta(ge=0, le=2**31)]
Level = Annotated[str, Meta(max_length=32)]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]  # whole in JavaScript too
Milliseconds = Annotated[float, Meta(ge=0, le=86_400_000)]
Tokens = Annotated[list[Token], Meta(max_length=15)]  # a device has fewer seats
