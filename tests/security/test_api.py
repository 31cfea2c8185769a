"""Whatever is sent to the HTTP API, the answer is one that its description promises.

The description is for us: the server does not give it away. Schemathesis makes requests of it, such as it
allows and such as it does not, and judges each answer.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from schemathesis.checks import CHECKS, load_all_checks

from app.main import create_app
from app.players.accounts.sessions import COOKIE
from app.settings import Settings
from engine.types import Json
from tests.app.people import GAME, Person, play_out, salt
from tests.e2e.server import Boxcats
from tests.security.conftest import CROWD, GENEROUS, STORED
from tests.soak import SOAK

WHO = ("host", "seated", "guest", "stranger")
LEAVES = ("/api/session", "/api/account", "/api/handover")  # after these one may be somebody else
STATES = ("open", "playing", "finished", "closed")
load_all_checks()
SCHEMA = schemathesis.openapi.from_dict(create_app(Settings(secret_key="k" * 32)).api.openapi())
UNSAID: list[Any] = CHECKS.get_by_names(
    ["positive_data_acceptance"]
)  # which names are good no schema can say


class Setting(NamedTuple):
    """A server with people and tables of every kind."""

    url: str
    cookies: dict[str, str]
    codes: dict[str, str]


@pytest.fixture(scope="module", params=["embedded", "served"] if SOAK > 1 else ["embedded"])
def server(request: pytest.FixtureRequest) -> Iterator[Boxcats]:
    limits = {name.upper(): str(value) for name, value in (GENEROUS | CROWD | STORED).items()}
    if request.param == "served":
        postgres, redis = request.getfixturevalue("postgres"), request.getfixturevalue("redis")
        limits |= {"DATABASE_URL": postgres.url("postgres"), "REDIS_URL": redis.url, "SECRET_KEY": "k" * 32}
    with Boxcats(**limits) as boxcats:
        yield boxcats


@pytest.fixture(scope="module")
async def setting(server: Boxcats) -> Setting:
    async with Person(server.url) as host, Person(server.url) as seated, Person(server.url) as guest:
        people = {"host": host, "seated": seated, "guest": guest}
        for name, person in people.items():
            await person.arrive(f"Cat {name}")
        codes = {}
        for state in STATES:
            watching = "nobody" if state == "closed" else "public"
            codes[state] = (await host.open_table(3, bots="random", terms={"watching": watching}))["code"]
            await seated.sit(codes[state], 1)
            if state != "open":
                await seated.ready(codes[state])
                await host.start(codes[state])
        await play_out(*[await person.look(codes["finished"]) for person in (host, seated)])
        cookies = {name: person.http.cookies[COOKIE] for name, person in people.items()}
    return Setting(server.url, cookies, codes)


@SCHEMA.given(who=st.sampled_from(WHO), state=st.sampled_from((*STATES, None)))
@SCHEMA.parametrize()
@settings(max_examples=15 * SOAK, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_answer_is_as_described(
    case: schemathesis.Case[Any], setting: Setting, who: str, state: str | None
) -> None:
    """As somebody who is the host, has a seat, has none or no session, at a table of theirs or of nobody."""
    if state is not None and "code" in case.path_parameters:
        case.path_parameters["code"] = setting.codes[state]
    if isinstance(case.body, dict) and {"game", "seats"} <= set(case.body):
        make_playable(case.body)
    if who in setting.cookies and case.path.startswith(LEAVES):
        who = "somebody who came for this alone"
        setting.cookies[who] = httpx.get(f"{setting.url}/api/me").cookies[COOKIE]
    cookies = {COOKIE: setting.cookies[who]} if who in setting.cookies else {}
    case.call_and_validate(base_url=setting.url, cookies=cookies, excluded_checks=UNSAID)


def make_playable(wish: Json) -> None:
    """A game that there is for as many as it can have; whatever else is wrong with the wish stays so."""
    if isinstance(wish["game"], str):
        wish["game"] = GAME
    if type(wish["seats"]) is int:
        wish["seats"] = 2 + wish["seats"] % 4


def test_nothing_of_it_was_too_much_for_the_server(server: Boxcats, setting: Setting) -> None:
    """After all that it is well, and has no error to report."""
    with httpx.Client(base_url=server.url, cookies={COOKIE: setting.cookies["guest"]}) as guest:
        wish = {"game": GAME, "seats": 2, "terms": {}, "salt": salt()}
        assert guest.post("/api/tables", json=wish).status_code == 200
    log = (server.folder / "log").read_text()
    assert "Traceback" not in log
    assert "error" not in log.lower()


def test_the_description_is_not_given_away(server: Boxcats) -> None:
    for path in ("/openapi.json", "/docs", "/redoc", "/api/openapi.json"):
        answer = httpx.get(server.url + path)
        assert "openapi" not in answer.text.lower()
