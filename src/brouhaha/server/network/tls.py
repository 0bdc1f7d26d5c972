"""A secure address: with a certificate of one's own, or one made here (`home_authority.py`).

Browsers give no wake lock, motion sensors, clipboard or installing without one.
"""

from __future__ import annotations

import ssl
from pathlib import Path


class BadCertificate(Exception):
    """The certificate or its key cannot be used; the sentence is for whoever runs the server."""


def context_of_files(certificate: Path, key: Path | None) -> ssl.SSLContext:
    """A certificate of one's own; its key is in the same file if no other is named."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(certificate, key)
    except ssl.SSLError:
        files = f"{certificate} and {key}" if key else certificate
        raise BadCertificate(
            f"--tls: {files} must hold a certificate and its key, in PEM form"
        ) from None
    except OSError as error:
        raise BadCertificate(f"--tls: {error.filename or certificate}: {error.strerror}") from None
    return context
