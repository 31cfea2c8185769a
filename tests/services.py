"""A real Postgres and Redis for tests, in temporary folders and on free ports; both are removed.

    with Postgres() as postgres, Redis() as redis:
        postgres.url("postgres"), redis.url

A service can be stopped, killed, paused and started again, and keeps its port and what it stores.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from types import TracebackType
from typing import Self

from tools import programs

MakeDatabase = Callable[[], Awaitable[str]]  # creates a migrated database and returns its URL

STARTS_WITHIN = 90.0  # seconds; on a busy machine
STOPS_WITHIN = 10.0


def ports() -> Iterator[int]:
    """Returns the ports of this test worker, over and over, from one that depends on the process.

    They lie below those that systems choose for clients and for port 0 (from 32,768): none of these can take
    a port before its server listens.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 12
    first, start = 20_000 + 1_000 * worker, os.getpid() % 1_000
    return cycle([*range(first + start, first + 1_000), *range(first, first + start)])


PORTS = ports()


def free_port() -> int:
    """Returns a port of 127.0.0.1 that nothing uses, neither with TCP nor, as HTTP/3 does, with UDP."""
    while True:
        port = next(PORTS)
        with (
            suppress(OSError),
            socket.create_server(("127.0.0.1", port)),
            socket.socket(type=socket.SOCK_DGRAM) as other,
        ):
            other.bind(("", port))
            return port


class Service(ABC):
    """A server process; subclasses define its command and its health check."""

    stop_signal = signal.SIGTERM
    user: str | None = None  # the system user to run it as, if not ours
    environment: Mapping[str, str] | None = None  # instead of ours

    def __init__(self) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="boxcats-"))
        self.process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def prepare(self) -> None: ...

    @abstractmethod
    def command(self) -> list[str | Path]: ...

    @abstractmethod
    def answers(self) -> bool: ...

    def __enter__(self) -> Self:
        try:
            if self.user:
                shutil.chown(self.folder, self.user)
            self.prepare()
            self.start()
        except BaseException:
            self._remove()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self._remove()

    def start(self) -> None:
        """Starts the process and waits until it answers. Raises RuntimeError with the end of its log."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                env=self.environment,
                user=self.user,
            )
        until = time.monotonic() + STARTS_WITHIN
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"{type(self).__name__} did not start:\n{self._last_words()}")
            time.sleep(0.02)

    def stop(self) -> None:
        """Shuts the process down; its clients are disconnected."""
        self._end(self.stop_signal)

    def kill(self) -> None:
        """Kills the process, as a power cut would."""
        self._end(signal.SIGKILL)

    def pause(self) -> None:
        """Suspends the process: it keeps its connections and does not answer."""
        self._signal_all(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal_all(signal.SIGCONT)

    def _end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        children = self._children()
        self._signal_all(signal.SIGCONT)  # suspended processes handle no other signal
        self.process.send_signal(how)
        if how == signal.SIGKILL:
            self._signal_all(how)
        try:
            self.process.wait(STOPS_WITHIN)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None
        _wait_for_end(children)

    def _remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _signal_all(self, what: signal.Signals) -> None:
        assert self.process, "not started"
        for pid in [self.process.pid, *self._children()]:
            _signal(pid, what)

    def _children(self) -> list[int]:
        assert self.process, "not started"
        listing = subprocess.run(
            ["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True
        ).stdout
        pairs = (map(int, line.split()) for line in listing.splitlines())
        return [pid for pid, parent in pairs if parent == self.process.pid]

    def _last_words(self) -> str:
        return (self.folder / "log").read_text(errors="replace")[-2000:]


class Postgres(Service):
    """Postgres without passwords on 127.0.0.1; data survives its crash, but not the machine's."""

    stop_signal = signal.SIGINT  # "fast" shutdown: does not wait for clients
    settings: tuple[str, ...] = (
        "fsync=off",
        "synchronous_commit=off",
        "full_page_writes=off",
        "unix_socket_directories=",
    )

    def __init__(self) -> None:
        super().__init__()
        found = programs.postgres_folder()
        assert found, "Postgres is missing; `make test` installs it or says how"
        self.programs = found
        if os.geteuid() == 0:
            self.user = _unprivileged_user()  # it refuses to run as root

    def url(self, database: str) -> str:
        """Returns the SQLAlchemy URL of a database."""
        return f"postgresql+asyncpg://boxcats@127.0.0.1:{self.port}/{database}"

    def prepare(self) -> None:
        options: list[str | Path] = ["-D", self.folder / "data", "-U", "boxcats", "-A", "trust", "-E", "UTF8"]
        made = subprocess.run(
            [self.programs / "initdb", *options, "--locale=C", "--no-sync"],
            user=self.user,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if made.returncode:
            raise RuntimeError(f"initdb failed:\n{made.stderr}")

    def command(self) -> list[str | Path]:
        settings = [word for setting in self.settings for word in ("-c", setting)]
        return [self.programs / "postgres", "-D", self.folder / "data", *self._address(), *settings]

    def answers(self) -> bool:
        ask = subprocess.run([self.programs / "pg_isready", "-q", "-t", "1", *self._address()], check=False)
        return ask.returncode == 0

    def _address(self) -> list[str | Path]:
        return ["-h", "127.0.0.1", "-p", str(self.port)]


class Redis(Service):
    """Redis without persistence."""

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def prepare(self) -> None:
        """Does nothing: an empty folder suffices."""

    def command(self) -> list[str | Path]:
        found = programs.redis_server()
        assert found, "Redis is missing; `make test` installs it or says how"
        return [found, "--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--appendonly", "no"]

    def answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as line:
                line.sendall(b"PING\r\n")
                return line.recv(16).startswith(b"+PONG")
        except OSError:
            return False


def _unprivileged_user() -> str:
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _signal(pid: int, what: signal.Signals) -> None:
    with suppress(ProcessLookupError):  # it may have ended by itself
        os.kill(pid, what)


def _wait_for_end(pids: list[int]) -> None:
    """Waits up to STOPS_WITHIN seconds until none of them runs; zombies (state Z) do not count."""
    ask = ["ps", "-o", "stat=", "-p", ",".join(map(str, pids))]
    until = time.monotonic() + STOPS_WITHIN
    while pids and time.monotonic() < until:
        states = subprocess.run(ask, capture_output=True, text=True, check=False).stdout.split()
        if all(state.startswith("Z") for state in states):
            return
        time.sleep(0.01)
