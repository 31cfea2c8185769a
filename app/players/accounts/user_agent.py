"""The words by which somebody knows their own device again, of what a browser says of itself."""

# Many name others besides themselves: the first that is found counts.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "Linux": "Linux",
}


def device_name(agent: str) -> str:
    """Like "Firefox · Android": names of products only, and nothing of it is what was sent. May be empty."""
    found = (
        next((name for sign, name in known.items() if sign in agent), "") for known in (BROWSERS, SYSTEMS)
    )
    return " · ".join(filter(None, found))
