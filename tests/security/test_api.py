"""The HTTP API answers any request as its description promises.

The server does not publish the description. Schemathesis generates requests that it allows and requests that
it does not, and checks each response.
"""

import asyncio
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
from tests.app.people import GAME, WITHOUT_TLS, Person, play_out, salt
from tests.e2e.server import Boxcats
from tests.security.server_settings import CROWD, GENEROUS, STORED
from tests.soak import SOAK

WHO = ("host", "seated", "guest", "stranger")
LEAVES = ("/api/session", "/api/account", "/api/handover")  # these may change the session
STATES = ("open", "playing", "finished", "closed")
load_all_checks()
CONFIG = schemathesis.Config.from_dict(
    {"checks": {"negative_data_rejection": {"expected-statuses": ["4XX"]}}}  # by default without 413
)
SCHEMA = schemathesis.openapi.from_dict(
    create_app(Settings(secret_key="k" * 32)).api.openapi(), config=CONFIG
)
UNSAID: list[Any] = CHECKS.get_by_names(
    ["positive_data_acceptance"]
)  # a schema cannot state which names are accepted


class Setting(NamedTuple):
    """A server with players and tables of every kind."""

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
def setting(server: Boxcats) -> Setting:
    """Created in an event loop of its own, because Hypothesis runs its tests without one."""
    return asyncio.run(create_setting(server))


async def create_setting(server: Boxcats) -> Setting:
    async with Person(server.url) as host, Person(server.url) as seated, Person(server.url) as guest:
        people = {"host": host, "seated": seated, "guest": guest}
        for name, person in people.items():
            await person.start_session(f"Cat {name}")
        codes = {}
        for state in STATES:
            watching = "nobody" if state == "closed" else "public"
            codes[state] = (await host.create_table(3, bots="random", terms={"watching": watching}))["code"]
            await seated.sit(codes[state], 1)
            if state != "open":
                await seated.ready(codes[state])
                await host.start(codes[state])
        await play_out(*[await person.open_page(codes["finished"]) for person in (host, seated)])
        cookies = {name: person.http.cookies[COOKIE] for name, person in people.items()}
    return Setting(server.url, cookies, codes)


@SCHEMA.given(who=st.sampled_from(WHO), state=st.sampled_from((*STATES, None)))
@SCHEMA.parametrize()
@settings(max_examples=15 * SOAK, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_response_matches_the_description(
    case: schemathesis.Case[Any], setting: Setting, who: str, state: str | None
) -> None:
    """As host, as seated player, without a seat and without a session; at own and at unknown tables."""
    if state is not None and "code" in case.path_parameters:
        case.path_parameters["code"] = setting.codes[state]
    if isinstance(case.body, dict) and {"game", "seats"} <= set(case.body):
        make_playable(case.body)
    if who in setting.cookies and case.path.startswith(LEAVES):
        who = "a guest for this request alone"
        setting.cookies[who] = httpx.get(f"{setting.url}/api/me", verify=WITHOUT_TLS).cookies[COOKIE]
    cookies = {COOKIE: setting.cookies[who]} if who in setting.cookies else {}
    case.call_and_validate(base_url=setting.url, cookies=cookies, excluded_checks=UNSAID)


def make_playable(body: Json) -> None:
    """Replaces game and number of seats with existing ones; anything else invalid stays."""
    if isinstance(body["game"], str):
        body["game"] = GAME
    if type(body["seats"]) is int:
        body["seats"] = 2 + body["seats"] % 4


def test_server_is_healthy_and_logged_no_errors(server: Boxcats, setting: Setting) -> None:
    """Runs after the requests above."""
    with httpx.Client(base_url=server.url, cookies={COOKIE: setting.cookies["guest"]}) as guest:
        body = {"game": GAME, "seats": 2, "terms": {}, "salt": salt()}
        assert guest.post("/api/tables", json=body).status_code == 200
    log = (server.folder / "log").read_text()
    assert "Traceback" not in log
    assert "error" not in log.lower()


def test_description_is_not_served(server: Boxcats) -> None:
    for path in ("/openapi.json", "/docs", "/redoc", "/api/openapi.json"):
        answer = httpx.get(server.url + path)
        assert "openapi" not in answer.text.lower()
