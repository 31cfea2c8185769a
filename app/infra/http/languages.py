"""In which language a page is sent: the one that was chosen before, else one that the browser prefers."""

from collections.abc import Collection

from starlette.requests import Request

COOKIE = "boxcats-language"  # set by web/src/lib/languages.ts
MAX_LANGUAGES = 20  # of a browser's that are read


def language_of(request: Request, languages: Collection[str]) -> str | None:
    """Returns one of these languages, None if the browser prefers none of them."""
    chosen = request.cookies.get(COOKIE)
    if chosen in languages:
        return chosen
    wanted = request.headers.get("accept-language", "").lower().split(",", MAX_LANGUAGES)[:MAX_LANGUAGES]
    ranked = sorted((_rank_and_language(one) for one in wanted), key=lambda one: -one[0])
    return next((language for rank, language in ranked if rank > 0 and language in languages), None)


def _rank_and_language(text: str) -> tuple[float, str]:
    """Returns the weight and the language of "fr-CA;q=0.8"; a malformed weight is 0."""
    tag, _, parameter = text.strip().partition(";")
    _, _, weight = parameter.strip().partition("q=")
    try:
        rank = float(weight) if parameter else 1.0
    except ValueError:
        rank = 0.0
    return rank, tag.strip().split("-")[0]
