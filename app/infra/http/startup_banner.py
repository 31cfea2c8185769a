"""The text printed at the start: the server's addresses and a QR code."""

import io
import socket

import segno

ANY_IPV4 = ("0.0.0.0", "")
ANY = (*ANY_IPV4, "::")  # this one listens by IPv6 alone


def local_address(host: str, port: int) -> str:
    """Returns the URL for a browser on this machine."""
    named = "localhost" if host in ANY else f"[{host}]" if ":" in host else host
    return f"http://{named}:{port}"


def lan_address(host: str, port: int) -> str | None:
    """Returns the URL for the local network; None without a network or if the server does not listen on all
    interfaces by IPv4."""
    if host not in ANY_IPV4:
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: selects the local address of the route
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else f"http://{address}:{port}"


def qr_code(address: str) -> str:
    """Returns the QR code of a URL as text for a terminal."""
    picture = io.StringIO()
    segno.make(address, micro=False).terminal(picture, compact=True, border=2)
    return picture.getvalue()


def startup_banner(host: str, port: int, public_url: str) -> str:
    """Returns the text printed at the start."""
    lines = ["", f"  Boxcats is at {local_address(host, port)}"]
    shared = public_url or lan_address(host, port)
    if shared:
        lines += [f"  for friends:  {shared}", "", qr_code(shared)]
    return "\n".join(lines)
