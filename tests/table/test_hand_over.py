"""A seat goes to another device by a secret that the first one shows: once, and for a short time."""

from __future__ import annotations

import pytest

from brouhaha.table import tokens, wire
from tests.table.fake_link import Client, Link
from tests.table.test_match import DISCARD
from tests.table.test_restore import lasting

NEW, THIRD = "new" * 11, "third" * 7  # tokens that other devices have made


def offered(client: Client) -> str:
    client.say(wire.ClientInHandOver())
    secret: str = client.all(wire.ClientOutHandOver)[-1].secret
    return secret


def test_another_device_goes_on_with_the_same_hand_and_the_first_is_told() -> None:
    link = Link()
    ana, bo, _ = link.start("Ana", "Bo", "Cy")
    bo.act(DISCARD)
    hand = bo.private
    laptop = link.connect(token=NEW, hand_over=offered(bo))
    assert (laptop.refused, laptop.table.you, laptop.private) == ([], 1, hand)
    assert (bo.notices, bo.closed) == (["handed_over"], "handed_over")
    assert [seat.connected for seat in ana.table.seats] == [True] * 3
    laptop.act(DISCARD, move=2)
    assert laptop.refused == []


def test_the_seat_has_another_token_then_also_after_a_restart() -> None:
    link = Link()
    _, bo = link.seat("Ana", "Bo")
    laptop = link.connect(token=NEW, hand_over=offered(bo))
    assert laptop.token == NEW != bo.token
    for _ in range(2):
        assert link.connect(token=bo.token).refused == ["bad_token"]
        assert link.connect(token=laptop.token).table.you == 1
        assert lasting(link.restored(link.log)) == lasting(link.table)
        link.restart()


def test_a_secret_works_once() -> None:
    link = Link()
    _, bo = link.seat("Ana", "Bo")
    secret = offered(bo)
    laptop = link.connect(token=NEW, hand_over=secret)
    thief = link.connect(token=THIRD, hand_over=secret)
    assert (thief.refused, thief.closed, laptop.closed) == (
        ["hand_over_used"],
        "hand_over_used",
        None,
    )


@pytest.mark.parametrize(("waited", "refused"), [(120_000, []), (120_001, ["hand_over_expired"])])
def test_a_secret_lasts_two_minutes(waited: float, refused: list[str]) -> None:
    link = Link()
    _, bo = link.seat("Ana", "Bo")
    secret = offered(bo)
    assert bo.all(wire.ClientOutHandOver)[-1].lasts == 120_000
    link.wait(waited)
    assert link.connect(token=NEW, hand_over=secret).refused == refused
    assert (bo.closed is None) == bool(refused)


def test_a_device_whose_line_died_before_the_answer_says_the_same_again() -> None:
    link = Link()
    _, bo = link.seat("Ana", "Bo")
    secret = offered(bo)
    link.connect(token=NEW, hand_over=secret).drop()
    assert link.connect(token=NEW, hand_over=secret).table.you == 1


def test_who_has_a_seat_here_keeps_it_and_the_secret_stays_unused() -> None:
    link = Link()
    ana, bo = link.seat("Ana", "Bo")
    secret = offered(bo)
    assert link.connect(token=ana.token, hand_over=secret).table.you == 0
    assert link.connect(token=NEW, hand_over=secret).table.you == 1


def test_who_was_sent_away_does_not_come_in_by_a_friends_seat() -> None:
    link = Link()
    ana, bo, cy = link.seat("Ana", "Bo", "Cy")
    ana.say(wire.ClientInRemove(2))
    assert link.connect(token=cy.token, hand_over=offered(bo)).refused == ["kicked"]


@pytest.mark.parametrize("token", [None, "", "short" * 6])
def test_a_token_that_could_be_guessed_is_not_taken(token: str | None) -> None:
    link = Link()
    _, bo = link.seat("Ana", "Bo")
    assert link.connect(token=token, hand_over=offered(bo)).refused == ["bad_token"]
    assert bo.closed is None


def test_only_the_newest_secret_opens_the_seat() -> None:
    link = Link()
    _, bo = link.seat("Ana", "Bo")
    first, second = offered(bo), offered(bo)
    assert link.connect(token=NEW, hand_over=first).refused == ["hand_over_expired"]
    assert link.connect(token=NEW, hand_over=second).table.you == 1


def test_guesses_and_tokens_open_nothing() -> None:
    link = Link()
    _, bo = link.seat("Ana", "Bo")
    secret = offered(bo)
    for guess in ("", secret[:-1], secret.upper() + "0", bo.token, tokens.fingerprint(secret)):
        assert link.connect(token=NEW, hand_over=guess).refused == ["hand_over_expired"]
    assert link.connect(token=secret).refused == ["bad_token"]
    assert bo.closed is None


def test_a_phone_that_died_meanwhile_does_not_matter() -> None:
    link = Link()
    _, bo, _ = link.start("Ana", "Bo", "Cy")
    secret = offered(bo)
    bo.drop()
    assert link.connect(token=NEW, hand_over=secret).table.you == 1


def test_who_left_or_was_sent_away_has_no_seat_to_hand_over() -> None:
    link = Link()
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    secrets = offered(bo), offered(cy)
    bo.say(wire.ClientInLeave())
    ana.say(wire.ClientInRemove(2))
    for secret in secrets:
        assert link.connect(token=NEW, hand_over=secret).refused == ["hand_over_expired"]


def test_nobody_else_hears_the_secret_and_it_is_not_written_down() -> None:
    link = Link()
    ana, bo = link.seat("Ana", "Bo")
    screen = link.connect(role="screen")
    written = len(link.log)
    secret = offered(bo)
    assert len(link.log) == written
    laptop = link.connect(token=NEW, hand_over=secret)
    told = [frame for one in (ana, screen, laptop) for frame in one.frames]
    for hidden in (secret, laptop.token):
        assert not any(hidden.encode() in entry for entry in link.log)
        assert not any(hidden.encode() in frame for frame in told if b'"welcome"' not in frame)
    assert not any(secret.encode() in frame for frame in told)


def test_who_watches_has_no_seat_to_hand_over() -> None:
    link = Link()
    link.seat("Ana", "Bo")
    screen = link.connect(role="screen")
    assert screen.say(wire.ClientInHandOver()).refused == ["not_a_player"]


def test_handing_over_is_bounded() -> None:
    link = Link(changes=2)
    _, bo = link.seat("Ana", "Bo")  # a change of Bo's so far: ready
    laptop = link.connect(token=NEW, hand_over=offered(bo))
    late = link.connect(token=THIRD, hand_over=offered(laptop))
    assert (late.refused, laptop.closed) == (["too_many_changes"], None)
