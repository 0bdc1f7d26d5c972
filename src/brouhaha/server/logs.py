"""The server's log: one line an event, with its fields. No token, no name, no message goes in.

There is no line for a frame or a request: those are counted (`metrics`), not told.
"""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime
from typing import Any, Final, Literal

import msgspec

LOG: Final = logging.getLogger("brouhaha")
Style = Literal["text", "json"]
Level = Literal["debug", "info", "warning", "error"]


def set_up(style: Style, level: Level = "info") -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if style == "json" else _Text())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)


def event(name: str, level: int = logging.INFO, **fields: object) -> None:
    """Something that whoever runs the server may want to know."""
    LOG.log(level, name, extra={"fields": fields})


def trouble(name: str, error: BaseException, **fields: object) -> None:
    """A fault: with its traceback."""
    LOG.error(name, exc_info=error, extra={"fields": fields})


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    fields: dict[str, Any] = getattr(record, "fields", {})
    return fields


class _Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        fields = "".join(f" {name}={value}" for name, value in _fields(record).items())
        trace = f"\n{self.formatException(record.exc_info)}" if record.exc_info else ""
        return f"{at} {record.levelname.lower()} {record.getMessage()}{fields}{trace}"


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **_fields(record),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()
