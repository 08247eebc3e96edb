"""A standalone cluster on loopback, of the PyPI package: a master, workers of one core, drivers that can be killed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import spark_processes as ps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spark_server import Hold

# Every JVM: a small one that is up soon, and a client of loopback alone.
JVM = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Djava.net.preferIPv4Stack=true"
# The JVM of an executor.
EXECUTOR = "CoarseGrainedExecutorBackend"
# A row a setting of each driver.
DEFAULTS = {
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.memory": "512m",
    "spark.eventLog.compress": "false",
    "spark.eventLog.enabled": "true",
    "spark.eventLog.rolling.enabled": "false",
    "spark.executor.memory": "1g",
    "spark.sql.shuffle.partitions": "4",
    "spark.ui.enabled": "false",
}


def spark_home() -> Path:
    """The folder of the PyPI package, which has `bin` and `jars`."""
    found = find_spec("pyspark")
    assert found
    assert found.origin
    return Path(found.origin).parent


@dataclass
class Daemon:
    """A master or a worker: a session of its own, so that all that it begins is found."""

    name: str
    log: Path
    process: subprocess.Popen[bytes]

    def logged(self, pattern: str) -> str:
        """The group of this pattern in the log, once it is there."""
        found: list[str] = []

        def read() -> bool:
            assert self.process.poll() is None, f"{self.name} ended:\n{self.log.read_text()}"
            found.extend(re.findall(pattern, self.log.read_text()))
            return bool(found)

        ps.until(read, f"{pattern} in the log of {self.name}")
        return found[0]

    def end(self) -> None:
        """Kill it with all that it began."""
        ps.end_session(self.process.pid)
        self.process.wait()


@dataclass
class Cluster:
    """A master and workers that run."""

    folder: Path
    environment: dict[str, str]
    daemons: list[Daemon] = field(default_factory=list)
    url: str = ""
    page: str = ""

    def begin(self) -> None:
        """Start the master."""
        master = self.daemon("Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0")
        self.url = master.logged(r"Starting Spark master at (spark://\S+)")
        port = master.logged(r"Successfully started service 'MasterUI' on port (\d+)")
        self.page = f"http://127.0.0.1:{port}/json/"

    @property
    def events(self) -> Path:
        """The folder of Spark's event logs, one for each driver."""
        return self.folder / "events"

    def daemon(self, name: str, *arguments: str) -> Daemon:
        """Start a process of Spark."""
        number = len(self.daemons)
        log = self.folder / f"{name}-{number}.log"
        module = f"org.apache.spark.deploy.{name.lower()}.{name}"
        with log.open("wb") as out:
            process = subprocess.Popen(
                [spark_home() / "bin" / "spark-class", module, *arguments],
                env=self.environment,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.daemons.append(Daemon(f"{name} {number}", log, process))
        return self.daemons[-1]

    def add_worker(self) -> Daemon:
        """Start a worker of one core; it takes work once `alive` has it."""
        number = len(self.daemons)
        # Spark runs a second attempt of a task on another host only.
        host = f"127.0.0.{number + 1}"
        work = str(self.folder / f"work-{number}")
        options = ["--host", host, "--port", "0", "--webui-port", "0", "-c", "1", "-m", "1g", "-d", work]
        return self.daemon("Worker", *options, self.url)

    @property
    def workers(self) -> list[Daemon]:
        """The workers that run."""
        return [each for each in self.daemons if each.name.startswith("Worker") and each.process.poll() is None]

    def alive(self) -> list[dict[str, Any]]:
        """The workers that the master counts on."""
        with urllib.request.urlopen(self.page, timeout=30) as answer:  # noqa: S310 - the master's own page
            state = json.load(answer)
        return [worker for worker in state["workers"] if worker["state"] == "ALIVE"]

    def python_workers(self) -> list[psutil.Process]:
        """The processes that run our code: children of the daemon that an executor began."""
        begun = ps.of_sessions(*(worker.process.pid for worker in self.workers))
        daemons = [each for each in begun if "pyspark.daemon" in ps.command(each)]
        return [each for each in daemons if each.ppid() in {daemon.pid for daemon in daemons}]

    def worker_of(self, pid: int) -> Daemon:
        """The worker that began this process."""
        [worker] = [each for each in self.workers if each.process.pid == os.getsid(pid)]
        return worker

    def executor_of(self, pid: int) -> int:
        """The executor that began this process."""
        [executor] = [each.pid for each in psutil.Process(pid).parents() if EXECUTOR in ps.command(each)]
        return executor

    def whole(self, workers: int = 2) -> None:
        """Replace workers that a test killed."""
        while len(self.workers) < workers:
            self.add_worker()
        ps.until(lambda: len(self.alive()) == workers, f"{workers} workers")

    def free(self) -> None:
        """Wait until no executor of an earlier driver has a core."""
        ps.until(lambda: not any(worker["coresused"] for worker in self.alive()), "free workers")

    def end(self) -> None:
        """Kill all that was started."""
        for daemon in reversed(self.daemons):
            daemon.end()


@contextmanager
def cluster(folder: Path, workers: int = 2) -> Iterator[Cluster]:
    """Run a cluster; nothing of it is left afterwards."""
    settings = folder / "conf"
    settings.mkdir(parents=True)
    environment = os.environ | {
        "NO_PROXY": "127.0.0.1",
        "no_proxy": "127.0.0.1",
        "PYSPARK_DRIVER_PYTHON": sys.executable,
        "PYSPARK_PYTHON": sys.executable,
        "SPARK_CONF_DIR": str(settings),
        "SPARK_DAEMON_JAVA_OPTS": f"{JVM} -Dspark.worker.timeout=8",
        "SPARK_DAEMON_MEMORY": "256m",
        "SPARK_HOME": str(spark_home()),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_LOCAL_DIRS": str(folder / "local"),
    }
    running = Cluster(folder, environment)
    try:
        running.begin()
        configure(settings, running.url, running.events)
        running.whole(workers)
        yield running
    finally:
        running.end()


def configure(settings: Path, master: str, events: Path) -> None:
    """Write what each driver begins with."""
    events.mkdir()
    rows = DEFAULTS | {
        "spark.driver.extraJavaOptions": JVM,
        "spark.eventLog.dir": events.as_uri(),
        "spark.executor.extraJavaOptions": JVM,
        "spark.master": master,
    }
    (settings / "spark-defaults.conf").write_text("".join(f"{name} {value}\n" for name, value in rows.items()))


@dataclass
class Driver:
    """A driver that runs or ran: a session of its own, with its JVM."""

    on: Cluster
    process: subprocess.Popen[bytes]
    log: Path
    # The event logs of earlier drivers.
    before: set[Path]
    begun: int = 0

    @property
    def output(self) -> str:
        """Its standard output and error."""
        return self.log.read_text(errors="replace")

    def wait(self, seconds: float = ps.DEADLINE) -> int:
        """Its exit status; its JVM has ended too."""
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            message = f"the driver did not end in {seconds} s:\n{self.output}"
            raise AssertionError(message) from None
        ps.until(lambda: not ps.of_sessions(self.process.pid), "the end of the driver's JVM")
        return status

    def leave(self) -> None:
        """End a driver that stays."""
        assert self.process.stdin
        self.process.stdin.close()
        assert self.wait() == 0, self.output

    def kill(self) -> None:
        """SIGKILL, of Python and of the JVM."""
        ps.end_session(self.process.pid)
        with self.process:
            pass

    def listened(self, event: str) -> list[dict[str, Any]]:
        """The events of this kind in Spark's event log."""
        [log] = set(self.on.events.iterdir()) - self.before
        lines = log.read_text().splitlines()
        return [found for line in lines if f"SparkListener{event}" in line for found in [json.loads(line)]]

    def begin(self, job: str, **arguments: object) -> None:
        """Give a job to a driver that stays, which is `spark_jobs.py`."""
        assert self.process.stdin
        self.begun += 1
        # A driver that could not begin has closed its end: `running` shows what it wrote.
        with suppress(BrokenPipeError):
            self.process.stdin.write(json.dumps({"job": job, **arguments}).encode() + b"\n")

    def result(self) -> Any:  # noqa: ANN401 - of any job
        """The result of the job that was given last: its value, or its error as a text."""

        def ended() -> bool:
            self.running()
            return len(self.results()) == self.begun

        ps.until(ended, "the result of a job")
        [result] = self.results()[-1].values()
        return result

    def results(self) -> list[dict[str, Any]]:
        """The results of all jobs so far."""
        return [json.loads(line) for line in re.findall(r"RESULT (.*)\n", self.output)]

    def running(self) -> None:
        """Raise if it ended."""
        assert self.process.poll() is None, f"the driver ended:\n{self.output}"

    def reader(self, hold: Hold) -> int:
        """The process that waits for the bytes that are held back."""
        found: list[int | None] = []

        def waits() -> bool:
            self.running()
            assert len(self.results()) == self.begun - bool(self.begun), f"the job ended:\n{self.output}"
            found[:] = [hold.reader()]
            return found != [None]

        ps.until(waits, "a task that reads what is held back")
        [pid] = found
        assert pid
        return pid


@contextmanager
def driver(on: Cluster, *arguments: object, **environment: str) -> Iterator[Driver]:
    """Run a Python driver on a cluster; what is left of it afterwards is killed."""
    on.free()
    log = on.folder / f"driver-{len(list(on.folder.glob('driver-*')))}.log"
    before = set(on.events.iterdir())
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, *map(str, arguments)],
            env=on.environment | environment,
            cwd=on.folder,
            stdin=subprocess.PIPE,
            bufsize=0,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    running = Driver(on, process, log, before)
    try:
        yield running
    finally:
        running.kill()
