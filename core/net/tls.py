"""How a connection is secured: always, against the name of the host, by TLS 1.2 or newer."""

import ssl
from functools import cache

from core.base.errors import UserError


@cache
def tls(certificate: str = "") -> ssl.SSLContext:
    """Trusting the certificates of the system, or one of the clinic's own (PEM) and no other.

    It writes no session keys where a variable says to. Raises `UserError` endpoint_certificate for what is no certificate.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if not certificate:
        context.load_default_certs()
        return context
    try:
        context.load_verify_locations(cadata=certificate)
    except (ssl.SSLError, ValueError) as error:
        raise UserError("endpoint_certificate") from error
    return context
