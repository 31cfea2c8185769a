"""The command `python -m engine replay [--steps] FILE…`, run as a process."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.engine.records import finished, record

ROOT = Path(__file__).parents[2]


def run(*arguments: str | Path, given: bytes = b"") -> tuple[int, list[Any]]:
    """Returns the exit status, and each line of output as JSON."""
    command = [sys.executable, "-m", "engine", "replay", *map(str, arguments)]
    done = subprocess.run(command, input=given, capture_output=True, cwd=ROOT, check=False)
    assert done.stderr == b""
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def lines(*records: object) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in records)


def test_finished_game_is_reported(tmp_path: Path) -> None:
    """A valid file, of any number of lines, gives one line of output and status 0."""
    written = finished(3, seed=1)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(written, indent=1, ensure_ascii=False), "utf-8")
    status, [line] = run(file)
    assert status == 0
    assert line == {"ok": True, "result": written["result"], "plies": len(written["moves"])}
    assert list(line) == ["ok", "result", "plies"]


def test_files_are_reported_in_order(tmp_path: Path) -> None:
    """Every file gives a line; one invalid file gives status 1 and does not stop the others."""
    written = [finished(3, seed=1), record(seed="x"), finished(3, seed=2)]
    files = [tmp_path / f"{number}.json" for number in range(3)]
    for file, one in zip(files, written, strict=True):
        file.write_text(json.dumps(one))
    status, answers = run(*files)
    assert status == 1
    assert [answer["ok"] for answer in answers] == [True, False, True]
    assert [answer.get("result") for answer in answers] == [written[0]["result"], None, written[2]["result"]]
    assert run(files[0], files[2])[0] == 0


def test_standard_input_has_one_record_per_line() -> None:
    status, answers = run(
        "-", given=lines(finished(3, seed=1), finished(3, seed=2)) + b"\n" + lines(record())
    )
    assert status == 0
    assert [answer["plies"] > 0 for answer in answers] == [True, True, False]


def test_empty_input_is_valid() -> None:
    assert run("-") == (0, [])


def test_unfinished_game_is_valid() -> None:
    written = finished(3, seed=1) | {"result": None}
    written["moves"] = written["moves"][:20]
    assert run("-", given=lines(written)) == (0, [{"ok": True, "result": None, "plies": 20}])


def test_abandoned_game_is_valid() -> None:
    written = finished(3, seed=1) | {"result": {"abandoned": True}}
    written["moves"] = [*written["moves"][:20], [None, {"kind": "abandon"}]]
    assert run("-", given=lines(written)) == (0, [{"ok": True, "result": {"abandoned": True}, "plies": 21}])


def test_refused_move_is_reported() -> None:
    """`ply` is the index in `moves`, `rule` the rule's number, `error` a sentence."""
    written = finished(3, seed=1) | {"result": None}
    written["moves"][0][1]["card"] = 7
    status, [answer] = run("-", given=lines(written))
    assert status == 1
    assert list(answer) == ["ok", "ply", "rule", "error"]
    assert (answer["ok"], answer["ply"], answer["rule"]) == (False, 0, "C5")
    assert answer["error"]


@pytest.mark.parametrize(
    "text",
    [b"{", b"null", b"[]", b"\xff\xfe", b"no json", lines(record(seed=1)).strip(), b"[" * 100_000],
    ids=["cut off", "null", "list", "no UTF-8", "words", "bad seed", "too deep"],
)
def test_broken_record_is_reported(text: bytes) -> None:
    """`ply` is null and `rule` is "record"; the lines after it are replayed all the same."""
    status, [answer, other] = run("-", given=text + b"\n" + lines(record()))
    assert status == 1
    assert (answer["ok"], answer["ply"], answer["rule"]) == (False, None, "record")
    assert other["ok"]


def test_different_result_is_reported() -> None:
    """The record is wrong, not a move: `ply` is null."""
    written = finished(3, seed=1)
    written["result"]["winners"] = []
    status, [answer] = run("-", given=lines(written))
    assert (status, answer["ply"], answer["rule"]) == (1, None, "record")


def test_missing_file_is_reported(tmp_path: Path) -> None:
    status, answers = run(tmp_path / "none.json", tmp_path)
    assert status == 1
    assert [(answer["ok"], answer["rule"]) for answer in answers] == [(False, "record")] * 2


def test_steps_are_printed() -> None:
    """A line before each move, none after the last one, then the record's line."""
    written = finished(3, seed=1)
    written["moves"] = written["moves"][:2]
    written["result"] = None
    status, answers = run("--steps", "-", given=lines(written, record()))
    assert status == 0
    assert [answer.get("ply") for answer in answers] == [0, 1, None, None]
    assert answers[0]["to_act"] == [0, 1, 2]
    assert list(answers[0]["legal"]) == ["0", "1", "2"]
    done = written["moves"][0][0]
    assert answers[1]["to_act"] == [seat for seat in range(3) if seat != done]
    assert written["moves"][1][1] in answers[1]["legal"][str(written["moves"][1][0])]
    assert answers[2]["plies"] == 2


def test_steps_before_a_refused_move_are_printed() -> None:
    """The position before the refused move is shown."""
    written = finished(3, seed=1) | {"result": None}
    written["moves"] = [written["moves"][0], written["moves"][0]]
    status, answers = run("--steps", "-", given=lines(written))
    assert status == 1
    assert [answer["ply"] for answer in answers] == [0, 1, 1]
    assert answers[2]["rule"] == "not_to_act"


def test_command_needs_only_the_standard_library(tmp_path: Path) -> None:
    """The command works without site-packages and from another folder."""
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import engine.__main__ as m; sys.exit(m.main())"
    )
    file = tmp_path / "game.json"
    file.write_text(json.dumps(finished(3, seed=1)))
    command = [sys.executable, "-I", "-S", "-c", program, "replay", str(file)]
    done = subprocess.run(command, capture_output=True, cwd=tmp_path, check=False)
    assert (done.returncode, json.loads(done.stdout)["ok"]) == (0, True)
