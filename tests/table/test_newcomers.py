"""A newcomer whose welcome is lost says hello again, and has one seat, not two."""

from __future__ import annotations

from brouhaha.table import wire
from tests.table.fake_link import Client, Link
from tests.table.test_restore import lasting

OWN, OTHER = "own" * 11, "other" * 7  # tokens that devices have made


def seats(client: Client) -> list[str]:
    return [seat.name for seat in client.table.seats]


def test_who_hears_no_welcome_says_the_same_again_and_has_the_same_seat() -> None:
    link = Link()
    ana = link.connect(name="Ana")
    link.connect(name="Bo", token=OWN).drop()  # the seat is there, its welcome never came
    bo = link.connect(name="Bo", token=OWN)
    assert (bo.token, bo.table.you, seats(ana)) == (OWN, 1, ["Ana", "Bo"])
    link.restart()
    assert link.connect(token=OWN).table.you == 1
    assert lasting(link.restored(link.log)) == lasting(link.table)


def test_also_while_the_table_still_believes_in_the_first_line() -> None:
    link = Link()
    ana, first = link.connect(name="Ana"), link.connect(name="Bo", token=OWN)
    second = link.connect(name="Bo", token=OWN)
    assert (first.notices, second.table.you, seats(ana)) == (["replaced"], 1, ["Ana", "Bo"])


def test_the_same_name_with_another_token_is_somebody_else() -> None:
    link = Link()
    ana, _, other = (link.connect(name=name, token=token) for name, token in
                     (("Ana", None), ("Bo", OWN), ("Bo", OTHER)))  # fmt: skip
    assert (other.table.you, seats(ana)) == (2, ["Ana", "Bo", "Bo 2"])


def test_a_token_that_could_be_guessed_is_no_token() -> None:
    link = Link()
    assert link.connect(name="Ana", token="short").refused == ["bad_token"]
    assert link.connect(token=OWN).refused == ["bad_token"]  # without a name it asks for no seat


def test_who_was_sent_away_is_not_new_again_by_the_same_token() -> None:
    link = Link()
    ana, _ = link.connect(name="Ana"), link.connect(name="Bo", token=OWN)
    ana.say(wire.ClientInRemove(1))
    assert link.connect(name="Bo", token=OWN).refused == ["kicked"]
    assert seats(ana) == ["Ana"]


def test_who_knocks_on_two_lines_and_is_let_in_on_both_has_one_seat() -> None:
    link = Link()
    ana = link.connect(name="Ana")
    ana.say(wire.ClientInPolicy(wire.PolicyChange(approve=True)))
    knocking = [link.connect(name="Bo", token=OWN, knock=True) for _ in range(2)]
    for knock in (1, 2):
        ana.say(wire.ClientInAdmit(knock))
    assert seats(ana) == ["Ana", "Bo"]
    assert (knocking[0].notices, knocking[1].token) == (["replaced"], OWN)


def test_who_sits_down_at_a_device_whose_line_dies_is_found_again_with_it() -> None:
    link = Link("nono")
    device = link.connect(name="Ana")
    device.say(wire.ClientInSit(name="Bo", token=OWN)).drop()
    again = link.connect(token=device.token, also=[OWN, OTHER])
    assert (again.table.you, again.table.also, seats(again)) == (0, [1], ["Ana", "Bo"])
