"""Every answer that a test gets over HTTP is held against the OpenAPI document."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from jsonschema_rs import Validator, validator_for

from brouhaha.server.describe.openapi import openapi

JSON = "application/json"


def check_answer(method: str, path: str, status: int, body: Any) -> None:
    """The route says that this status may come, and this is what comes with it."""
    template = _template(path.partition("?")[0])
    if template is None:
        assert (status, body["code"]) == (404, "not_found"), path
        return
    _validator(method.lower(), template, str(status)).validate(body)


@cache
def _document() -> dict[str, Any]:
    return openapi()


def _template(path: str) -> str | None:
    for template in _document()["paths"]:
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path):
            return str(template)
    return None


@cache
def _validator(method: str, template: str, status: str) -> Validator:
    answers = _document()["paths"][template][method]["responses"]
    assert status in answers, f"{method} {template} does not say that it answers {status}"
    schema = answers[status]["content"][JSON]["schema"]
    return validator_for({**schema, "components": _document()["components"]})
