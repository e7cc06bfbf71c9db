"""The address of a model's server, as an admin types it or the program ships it."""

from core.base.errors import Refused, UserError
from core.net.boundary import is_in_own_network
from core.net.target import Target, read_url


def read_base_url(text: str) -> Target:
    """Strictly: scheme, host, port and a path. Its path has no slash at the end.

    Plain http only to this machine, or to a server of the clinic's own network named by its address.
    Raises `UserError` base_url for what is none, with a name and password, a query or a fragment too; `Refused` base_url_not_https.
    """
    try:
        target = read_url(text.strip(), is_in_own_network)
    except Refused as error:
        if error.code == "net_not_https":
            raise Refused("base_url_not_https", host=error.params["host"]) from error
        raise UserError("base_url") from error
    path = target.path.rstrip("/")
    if "?" in path or "//" in path or any(part in {".", ".."} for part in path.split("/")):
        raise UserError("base_url")
    return Target(target.scheme, target.host, target.port, path)


def written(target: Target) -> str:
    """The one spelling of a base URL."""
    return f"{target.scheme}://{target.authority}{target.path}"
