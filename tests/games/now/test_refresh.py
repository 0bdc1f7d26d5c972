"""Refresh turns up: everybody shuffles everything, and sees the new card at Go."""

from brouhaha import to_json
from brouhaha.engine.game import Event
from brouhaha.engine.match import Match
from brouhaha.games.now.types import State
from brouhaha.lab.arena import pass_time
from tests.games.now.dealing import everybody_says_now, play, start


def begun_with_refresh_in_round_two(**options: object) -> tuple[Match[State], list[Event]]:
    targets = ["16 red 2", "84 blue 3", "120 both 1", "24 red 1", "refresh", "28 red 1"]
    match = start(targets, [[1, 2, 3], [10], [20]], options)
    play(match, ["0 discard", "0 discard"])
    everybody_says_now(match)
    return match, pass_time(match)


def test_discards_and_active_cards_are_shuffled_in() -> None:
    match, events = begun_with_refresh_in_round_two()
    assert [event.__class__.__name__ for event in events] == [
        "Revealed", "Revealed", "Refreshed", "Revealed",
    ]  # fmt: skip
    for seat, place in enumerate(match.public().seats):
        assert (place.discards, place.cards_left) == ([], 16)
        assert match.private(seat).active is None
        assert len(match.state.decks[seat]) == 16
    assert {1, 2, 3} <= set(match.state.decks[0])


def test_the_new_card_is_seen_at_go_and_nobody_shows_the_old_one() -> None:
    match, _ = begun_with_refresh_in_round_two()
    assert all(place.active is None for place in match.public().seats)
    following = [deck[-1] for deck in match.state.decks]
    pass_time(match)
    assert [match.private(seat).active for seat in range(3)] == following
    assert [place.cards_left for place in match.public().seats] == [16, 16, 16]


def test_without_a_countdown_go_follows_at_once() -> None:
    match, _ = begun_with_refresh_in_round_two(countdown=0)
    assert match.public().phase == "action"
    assert all(match.private(seat).active is not None for seat in range(3))


def test_refresh_stays_on_the_table_among_the_targets() -> None:
    match, _ = begun_with_refresh_in_round_two()
    assert {"refresh": True} in to_json(match.public())["targets"]
    assert match.public().refresh == "in_play"


def test_the_shuffle_comes_from_the_seed() -> None:
    decks = [begun_with_refresh_in_round_two()[0].state.decks for _ in range(2)]
    assert decks[0] == decks[1]
