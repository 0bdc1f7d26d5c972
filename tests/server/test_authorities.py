"""A server is ready before the system's certificate authorities are read, and trusts them then."""

from __future__ import annotations

import json
import ssl
import subprocess
import sys

TRUSTED = """
import json, ssl
import brouhaha.server.commands.serve
from aiohttp.connector import _SSL_CONTEXT_VERIFIED as client
from brouhaha.server import authorities
told = [client.cert_store_stats()["x509_ca"], client.verify_mode, client.check_hostname]
authorities.read()
authorities.read()
own = ssl.create_default_context()
print(json.dumps([told, client.cert_store_stats(), own.cert_store_stats()]))
"""


def test_the_client_trusts_nobody_until_the_authorities_are_read() -> None:
    run = subprocess.run(
        [sys.executable, "-c", TRUSTED], capture_output=True, text=True, check=True
    )
    at_first, read, own = json.loads(run.stdout)
    assert at_first == [0, ssl.CERT_REQUIRED, True]
    assert read == own
