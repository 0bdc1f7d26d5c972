"""A certificate made here, for `--tls self`: a small authority of this server's own signs it.

The authority is made once and kept in the data folder; with it, a certificate is signed for this
machine's current numbers and names. A phone that installs the authority is never warned again; one
that does not is warned once.

Only a server that makes its certificate imports this file: the library behind it takes a tenth of a
second and ten megabytes.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Final, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

AUTHORITY_LASTS: Final = timedelta(days=3650)
CERTIFICATE_LASTS: Final = timedelta(days=397)  # what browsers accept at most
RENEWED_BEFORE: Final = timedelta(days=30)
CLOCK_SKEW: Final = timedelta(days=1)  # of a phone that is behind

AUTHORITY: Final = "authority.pem"
AUTHORITY_KEY: Final = "authority-key.pem"
CERTIFICATE: Final = "server.pem"  # certificate and key


class Signed(NamedTuple):
    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey


def certificate_for(hosts: Sequence[str], folder: Path, now: datetime) -> Path:
    """A file with a certificate for these names and numbers and its key; made if need be, and
    signed by the authority that is kept in the same folder."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / CERTIFICATE
    if not _still_good(path, hosts, now):
        authority = _kept_authority(folder, now)
        _write(path, *_signed_for(hosts, authority, now))
    return path


def authority_certificate(folder: Path) -> bytes:
    """What a phone installs, in the form that phones take (DER)."""
    certificate = x509.load_pem_x509_certificate((folder / AUTHORITY).read_bytes())
    return certificate.public_bytes(serialization.Encoding.DER)


# The authority


def _kept_authority(folder: Path, now: datetime) -> Signed:
    certificate_path, key_path = folder / AUTHORITY, folder / AUTHORITY_KEY
    try:
        certificate = x509.load_pem_x509_certificate(certificate_path.read_bytes())
        key = serialization.load_pem_private_key(key_path.read_bytes(), None)
    except (OSError, ValueError):
        return _new_authority(folder, now)
    expired = certificate.not_valid_after_utc < now + CERTIFICATE_LASTS
    if expired or not isinstance(key, ec.EllipticCurvePrivateKey):
        return _new_authority(folder, now)
    return Signed(certificate, key)


def _new_authority(folder: Path, now: datetime) -> Signed:
    key = ec.generate_private_key(ec.SECP256R1())
    name = _named("Brouhaha at home")
    certificate = (
        _certificate(name, name, key.public_key(), now, AUTHORITY_LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    _write(folder / AUTHORITY, certificate)
    _write(folder / AUTHORITY_KEY, key)
    return Signed(certificate, key)


# The server's certificate


def _signed_for(
    hosts: Sequence[str], authority: Signed, now: datetime
) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    key = ec.generate_private_key(ec.SECP256R1())
    issuer = authority.certificate.subject
    known_by = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key())
    certificate = (
        _certificate(_named("Brouhaha"), issuer, key.public_key(), now, CERTIFICATE_LASTS)
        .add_extension(x509.SubjectAlternativeName(_alternatives(hosts)), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(known_by, critical=False)
        .sign(authority.key, hashes.SHA256())
    )
    return certificate, key


def _still_good(path: Path, hosts: Sequence[str], now: datetime) -> bool:
    try:
        certificate = x509.load_pem_x509_certificate(path.read_bytes())
        kept = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False
    return set(_alternatives(hosts)) <= set(kept) and (
        certificate.not_valid_after_utc > now + RENEWED_BEFORE
    )


def _alternatives(hosts: Sequence[str]) -> list[x509.GeneralName]:
    return [_alternative(host) for host in dict.fromkeys(hosts)]


def _alternative(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(host))
    except ValueError:
        return x509.DNSName(host)


# How certificates are written


def _certificate(
    subject: x509.Name,
    issuer: x509.Name,
    public_key: ec.EllipticCurvePublicKey,
    now: datetime,
    lasts: timedelta,
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(public_key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCK_SKEW)
        .not_valid_after(now + lasts)
    )


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _write(path: Path, *parts: x509.Certificate | ec.EllipticCurvePrivateKey) -> None:
    """Whole or not at all, and for this user alone."""
    beside = path.with_name(path.name + ".new")
    file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(file, "wb") as written:
        for part in parts:
            written.write(_pem(part))
    beside.replace(path)


def _pem(part: x509.Certificate | ec.EllipticCurvePrivateKey) -> bytes:
    if isinstance(part, x509.Certificate):
        return part.public_bytes(serialization.Encoding.PEM)
    return part.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
