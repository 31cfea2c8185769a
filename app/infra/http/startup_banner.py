"""The text printed at the start: the server's addresses and a QR code."""

import io
import socket

import segno

ANY = ("0.0.0.0", "::", "")


def local_address(host: str, port: int) -> str:
    """Returns the URL for a browser on this machine."""
    return f"http://{'localhost' if host in ANY else host}:{port}"


def lan_address(host: str, port: int) -> str | None:
    """Returns the URL for the local network; None without a network or if the server listens on localhost
    only."""
    if host not in ANY:
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
