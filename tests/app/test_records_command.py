"""`python -m app export` and `import`: records leave a server and come to another."""

import asyncio
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli.progress import Progress
from app.core.paths import ROOT
from engine.types import Json
from tests.app.accounts import create_account
from tests.app.card_packs import GAME as BRAINCAT
from tests.app.card_packs import add_pack, pack_options
from tests.app.local_server import Running
from tests.app.people import NewPerson, play_out, start_game
from tests.app.replays import check_replay, get_replay
from tests.engine.walks import walk

pytestmark = [pytest.mark.slow, pytest.mark.backend("any")]


async def command(running: Running, *words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Runs the command as another process with the same settings while the server runs."""
    settings = running.infra.settings
    place = {"DATABASE_URL": settings.database, "SECRET_KEY": "k" * 32}
    return await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "app", *words],
        cwd=ROOT,
        env={**os.environ, **place},
        input=text,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


async def test_exported_records_can_be_imported_elsewhere(running: Running, new_person: NewPerson) -> None:
    ada, bo = await new_person(), await new_person("Bo")
    await create_account(ada, "Ada Exports")
    pack = (await add_pack(ada))["name"]
    own: Json = {"game": BRAINCAT, "options": {"packs": await pack_options(ada, pack)}}
    played = [await start_game(ada, bo, terms={"visibility": "friends"}, **kind) for kind in (Json(), own)]
    for code in played:
        await play_out(await ada.open_page(code), await bo.open_page(code))
    await start_game(ada, bo)  # not finished
    hers, one = await asyncio.gather(
        command(running, "export", "ada", "exports"), command(running, "export", played[1].upper())
    )
    assert (hers.returncode, hers.stderr) == (0, "")
    records = [json.loads(line) for line in hers.stdout.splitlines()]
    assert records == [await ada.record(code) for code in played]
    assert list(records[1]["meta"]["packs"]) == [pack]
    assert [json.loads(line) for line in one.stdout.splitlines()] == records[1:]

    taken = await command(running, "import", "-", text=hers.stdout)
    assert (taken.returncode, taken.stderr) == (0, "")
    codes = [line.split(": ")[1] for line in taken.stdout.splitlines()]
    for code, record in zip(codes, records, strict=True):
        document = await get_replay(await new_person("Eve"), code)  # a public replay
        check_replay(document, record)
        assert document["table"]["imported"]


async def test_records_are_imported_once(running: Running) -> None:
    """A run that failed is repeated with the same files; players have imports of their own."""
    records = [json.dumps(walk(2, "white", seed).record()) for seed in (2, 3)]
    first = await command(running, "import", "-", text=records[0] + "\n")
    both = await command(running, "import", "-", text="\n".join(records))
    assert both.stdout.splitlines()[0] == f"-:1: {first.stdout.split(': ')[1].strip()}"
    assert both.stdout.splitlines()[1] not in first.stdout


async def test_invalid_records_are_reported(running: Running, tmp_path: Path) -> None:
    good = walk(2, "white", 1).record()
    bad = {**good, "moves": [good["moves"][0], good["moves"][0]]}
    whole = tmp_path / "whole.json"
    whole.write_text(json.dumps(good, indent=1))
    lines = tmp_path / "lines"
    lines.write_text("\n".join(json.dumps(one) for one in (good, bad)) + "\n{\n")
    taken = await command(running, "import", str(whole), str(lines))
    assert taken.returncode == 1
    first, second, third, fourth = taken.stdout.splitlines()
    assert first.startswith(f"{whole}: ")
    assert second.startswith(f"{lines}:1: ")
    assert third == f"{lines}:2: bad_move ply 1 rule not_to_act"
    assert fourth == f"{lines}:3: bad_record"


@pytest.mark.parametrize("words", [("export", "nobody here"), ("import", "/nowhere")])
async def test_impossible_commands_are_reported(running: Running, words: tuple[str, ...]) -> None:
    completed = await command(running, *words)
    assert (completed.returncode, completed.stdout) == (1, "")
    assert completed.stderr.count("\n") == 1


def test_progress_bar_is_shown_on_a_terminal() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    seen, hidden = Terminal(), io.StringIO()
    for stream in (seen, hidden):
        progress = Progress(3, stream)
        for _ in range(3):
            progress.advance()
    assert hidden.getvalue() == ""
    lines = seen.getvalue().split("\r")
    assert [line[-6:] for line in lines[1:]] == ["0 of 3", "1 of 3", "2 of 3", " of 3\n"]
    assert lines[1].count("█") == 0
    assert lines[-1].count("█") == 30
