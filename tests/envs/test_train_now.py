"""The example trains; a short run of it beats the random bot already."""

import pytest

from examples.train_now import meet_random, train

pytestmark = pytest.mark.no_cover  # many matches or words: see tests/tracing.py


def test_a_short_training_beats_the_random_bot() -> None:
    weights = train(generations=3, population=10, matches=5)
    assert meet_random(weights, 300).low > 0.55
