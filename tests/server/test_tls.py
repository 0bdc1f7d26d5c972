"""A secure address at home: certificates that browsers would accept, kept and renewed."""

from __future__ import annotations

import ssl
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp
import pytest

from brouhaha.server.app import serving
from brouhaha.server.network import tls
from brouhaha.server.network.home_authority import authority_certificate, certificate_for
from brouhaha.server.network.listening import check_tls
from brouhaha.server.settings import Settings
from tests.server.guests import run

NOW = datetime(2026, 11, 16, tzinfo=UTC)
HOSTS = ["192.168.1.20", "localhost", "127.0.0.1", "brouhaha.local"]


def test_a_certificate_is_kept_while_it_is_good(tmp_path: Path) -> None:
    first = certificate_for(HOSTS, tmp_path, NOW).read_bytes()
    assert certificate_for(HOSTS[:2], tmp_path, NOW).read_bytes() == first
    assert certificate_for([*HOSTS, "10.0.0.5"], tmp_path, NOW).read_bytes() != first


def test_it_is_renewed_in_time_by_the_same_authority(tmp_path: Path) -> None:
    first = certificate_for(HOSTS, tmp_path, NOW).read_bytes()
    authority = authority_certificate(tmp_path)
    later = NOW + timedelta(days=380)
    assert certificate_for(HOSTS, tmp_path, later).read_bytes() != first
    assert authority_certificate(tmp_path) == authority


def test_a_damaged_folder_is_made_anew(tmp_path: Path) -> None:
    certificate_for(HOSTS, tmp_path, NOW)
    for file in tmp_path.iterdir():
        file.write_text("nonsense")
    tls.context_of_files(certificate_for(HOSTS, tmp_path, NOW), None)


def test_the_keys_are_for_this_user_alone(tmp_path: Path) -> None:
    certificate_for(HOSTS, tmp_path, NOW)
    assert {file.stat().st_mode & 0o077 for file in tmp_path.iterdir()} == {0}


@pytest.mark.parametrize("written", [None, "", "-----BEGIN CERTIFICATE-----\nx\n"])
def test_a_certificate_that_is_none_is_said_plainly(tmp_path: Path, written: str | None) -> None:
    file = tmp_path / "mine.pem"
    if written is not None:
        file.write_text(written)
    with pytest.raises(tls.BadCertificate, match=r"--tls: .*mine\.pem"):
        tls.context_of_files(file, None)


def test_who_trusts_the_authority_is_not_warned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real handshake, by a client that checks names and signatures; plain HTTP goes on beside."""
    monkeypatch.setattr("brouhaha.server.network.listening.data_folder", lambda: tmp_path)
    settings = Settings(store=str(tmp_path / "a.db"), port=0, tls="self", tls_port=0)

    async def scenario() -> None:
        async with serving(settings) as (server, port), aiohttp.ClientSession() as session:
            secure_port = server.listener.listening.secure_port
            plain = f"http://127.0.0.1:{port}"
            async with session.get(f"{plain}/authority.crt") as answer:
                assert answer.status == 200
                authority = await answer.read()
            async with session.get(f"{plain}/api/addresses") as answer:
                assert await answer.json() == {"addresses": [], "secure_port": secure_port}
            trusting = ssl.create_default_context(cadata=authority)
            secure = f"https://localhost:{secure_port}/healthz"
            async with session.get(secure, ssl=trusting) as answer:
                assert answer.status == 200
                assert "Strict-Transport-Security" not in answer.headers
            with pytest.raises(aiohttp.ClientConnectorCertificateError):
                await session.get(secure)

    run(scenario())


def test_a_certificate_of_ones_own_makes_the_port_itself_secure(tmp_path: Path) -> None:
    file = certificate_for(HOSTS, tmp_path, datetime.now(UTC))
    settings = Settings(store=str(tmp_path / "a.db"), port=0, tls=str(file))
    trusting = ssl.create_default_context(cadata=authority_certificate(tmp_path))

    async def scenario() -> None:
        async with serving(settings) as (_, port), aiohttp.ClientSession() as session:
            async with session.get(f"https://localhost:{port}/healthz", ssl=trusting) as answer:
                assert answer.status == 200
            async with session.get(
                f"https://localhost:{port}/authority.crt", ssl=trusting
            ) as answer:
                assert (await answer.json())["code"] == "no_authority"

    run(scenario())


@pytest.mark.parametrize("certificate", ["", "self"])
def test_a_key_without_its_certificate_is_refused(certificate: str) -> None:
    with pytest.raises(tls.BadCertificate, match="--tls-key needs --tls"):
        check_tls(Settings(tls=certificate, tls_key="key.pem"))


def test_servers_that_make_no_certificate_do_not_import_what_it_takes() -> None:
    """Nor what announces a name or draws a QR code: a third of the time and memory to start."""
    script = "import sys, brouhaha.server.commands.serve; print(*{name.partition('.')[0] for name in sys.modules})"
    told = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert {"cryptography", "zeroconf", "segno"}.isdisjoint(told.stdout.split())
