"""The addresses that other devices are told: reachable ones, the likeliest first."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

from brouhaha.server.network import addresses
from brouhaha.server.network.addresses import Listening, OwnNumber, ranked, reachable, url
from brouhaha.server.network.invitation import invitation
from brouhaha.server.settings import Settings

WLAN = OwnNumber(ip_address("192.168.1.20"), "wlan0")
CABLE = OwnNumber(ip_address("10.0.0.5"), "eth0")
DOCKER = OwnNumber(ip_address("172.17.0.1"), "docker0")
SIX = OwnNumber(ip_address("2001:db8::7"), "wlan0")


@pytest.fixture
def numbers(monkeypatch: pytest.MonkeyPatch) -> list[OwnNumber]:
    own = [WLAN, CABLE]
    monkeypatch.setattr(addresses, "own_numbers", lambda: own)
    return own


PLAIN = Listening(8000)


def urls(settings: Settings, listening: Listening = PLAIN) -> list[str]:
    return [address.url for address in reachable(settings, listening)]


def test_the_number_that_this_machine_sends_from_comes_first() -> None:
    assert ranked([DOCKER, SIX, WLAN, CABLE], "10.0.0.5") == [CABLE, WLAN, DOCKER, SIX]
    assert ranked([DOCKER, WLAN], None) == [WLAN, DOCKER]
    assert ranked([DOCKER, WLAN], "172.17.0.1") == [WLAN, DOCKER]  # a phone is not in a container


def test_every_network_has_its_address(numbers: list[OwnNumber]) -> None:
    everywhere = Settings(host="0.0.0.0")
    assert urls(everywhere) == ["http://192.168.1.20:8000", "http://10.0.0.5:8000"]
    numbers.append(SIX)
    assert len(urls(everywhere)) == 2  # it does not listen on IPv6
    assert urls(Settings(host="::"))[-1] == "http://[2001:db8::7]:8000"


def test_a_changed_network_is_noticed(numbers: list[OwnNumber]) -> None:
    numbers[:] = [CABLE]
    assert urls(Settings(host="0.0.0.0")) == ["http://10.0.0.5:8000"]
    numbers.clear()
    assert urls(Settings(host="0.0.0.0")) == []


@pytest.mark.usefixtures("numbers")
def test_the_name_comes_after_the_numbers() -> None:
    found = urls(Settings(host="0.0.0.0"), Listening(8000, name="brouhaha.local"))
    assert found[-1] == "http://brouhaha.local:8000"
    assert found[0] == "http://192.168.1.20:8000"


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_loopback_is_told_to_nobody(host: str) -> None:
    settings = Settings(host=host)
    assert urls(settings, Listening(8000, name="brouhaha.local")) == []
    assert "this machine only" in invitation(settings, Listening(8000))


def test_a_number_of_one_cable_is_told_to_nobody() -> None:
    assert urls(Settings(host="169.254.1.2")) == []
    assert urls(Settings(host="fe80::1")) == []


def test_a_chosen_number_is_the_only_one() -> None:
    assert urls(Settings(host="192.168.1.20")) == ["http://192.168.1.20:8000"]


def test_the_public_address_goes_before_everything() -> None:
    settings = Settings(host="0.0.0.0", public_url="https://games.example.org/")
    assert urls(settings) == ["https://games.example.org"]


def test_a_server_with_a_certificate_is_reached_by_https(numbers: list[OwnNumber]) -> None:
    assert urls(Settings(host="0.0.0.0"), Listening(443, secure=True))[0] == "https://192.168.1.20"
    assert url("http", "h", 80) == "http://h"
    assert url("https", "h", 80) == "https://h:80"


@pytest.mark.usefixtures("numbers")
def test_serve_prints_the_address_for_phones_first() -> None:
    told = invitation(Settings(host="0.0.0.0"), Listening(8000)).splitlines()
    named = [line for line in told if "http://" in line]
    assert "192.168.1.20" in named[0]
    assert "localhost" in named[-1]


def test_this_machines_own_numbers_are_real() -> None:
    assert all(not number.address.is_loopback for number in addresses.own_numbers())
