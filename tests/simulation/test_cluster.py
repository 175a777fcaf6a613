"""The same rounds on a real cluster of processes: no digit changes, not even when one is killed."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from pathlib import Path

import dask
import distributed
import pytest

from croupier.rejection import Code, Rejection
from croupier.simulation import cluster as module
from croupier.simulation.cluster import connect
from croupier.simulation.rounds import simulate
from croupier.simulation.scenario import equal_slips, scenario
from croupier.simulation.seats import PythonStrategy
from croupier.simulation.work import Stop, Threads
from croupier.table.registry import find_game
from croupier.table.settings import settings_for

GAME = find_game("three-card-poker")
SETTINGS = settings_for(GAME)
ROUNDS = 12_000_000

pytestmark = [
    # What a worker that is killed leaves behind is its own, and Dask says so.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.slow,
]


@pytest.fixture(scope="module")
def played():
    return scenario(GAME, SETTINGS, equal_slips(GAME, SETTINGS, 2))


@pytest.fixture(scope="module")
def workers():
    # This scheduler gives a part up when its worker dies once; by default at the fourth time.
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address="127.0.0.1:0",
            host="127.0.0.1",
            silence_logs="CRITICAL",
        ) as local,
    ):
        yield local


class Lonely:
    """A scheduler with one worker, each started by its command."""

    def __init__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        port = self.address.rpartition(":")[2]
        self._started = [
            self._start("scheduler", "--host", "127.0.0.1", "--port", port),
            self._start("worker", self.address, "--nthreads", "1", "--no-nanny"),
        ]

    @staticmethod
    def _start(*arguments):
        return subprocess.Popen(
            [Path(sys.executable).with_name("dask"), *arguments, "--no-dashboard"],
            stderr=subprocess.DEVNULL,
        )

    def kill(self):
        for process in self._started:
            process.kill()

    def stop(self, which):
        self._started[("scheduler", "worker").index(which)].send_signal(signal.SIGSTOP)

    def close(self):
        self.kill()
        for process in self._started:
            process.wait()


@pytest.fixture
def lonely(monkeypatch):
    monkeypatch.setattr(module, "_ANSWER_S", 8)
    monkeypatch.setattr(module, "_WORKERS_S", 60)
    with closing(Lonely()) as both:
        patiently_await(both.address)
        yield both


def patiently_await(address):
    host, port = address.removeprefix("tcp://").split(":")
    for _ in range(600):
        with suppress(OSError), socket.create_connection((host, int(port))):
            return
        time.sleep(0.1)
    raise AssertionError("the scheduler did not start within a minute")


def test_a_cluster_comes_to_what_a_thread_comes_to_though_a_worker_is_killed(played, workers):
    alone = simulate(played, ROUNDS, 11, Threads(1))
    killed = []

    def kill_one(run):
        if not killed:
            assert run.moments.rounds < ROUNDS / 2, "it was over before a worker could be killed"
            killed.append(process)
            os.kill(process, signal.SIGKILL)

    with connect(workers.scheduler_address) as cluster:
        assert cluster.threads == 2
        process = next(iter(cluster._client.run(os.getpid).values()))
        run = simulate(played, ROUNDS, 11, cluster, watch=kill_one)
    assert killed
    assert run.moments == alone.moments
    assert run.added_cents == alone.added_cents
    assert run.parts == alone.parts


def test_a_scheduler_that_dies_leaves_the_result_so_far(played, lonely):
    stop = Stop()

    def kill(run):
        if run.moments.rounds > ROUNDS / 10:
            lonely.kill()

    with connect(lonely.address) as cluster:
        run = simulate(played, 100 * ROUNDS, 11, cluster, watch=kill, stop=stop)
        assert "no longer answers" in stop.why
        assert not run.is_complete
        # Whoever asks for more of it, as the shifts after the sessions do, gets nothing.
        more = simulate(played, ROUNDS, 11, cluster, stop=stop)
        assert more.moments.rounds == 0
        again = simulate(played, ROUNDS, 11, cluster, stop=(other := Stop()))
        assert again.moments.rounds == 0
        assert "no longer answers" in other.why
    # No gap: a run of that many rounds comes to the same.
    assert run.moments == simulate(played, run.moments.rounds, 11, Threads(2)).moments


@pytest.mark.parametrize("which", ["worker", pytest.param("scheduler", marks=pytest.mark.long)])
def test_whoever_interrupts_waits_for_nobody(played, lonely, which):
    stop, began = Stop(), []

    def ask(run):
        if run.moments.rounds > ROUNDS / 10 and not began:
            lonely.stop(which)
            began.append(time.monotonic())
            # By then something is waited for that does not come.
            threading.Timer(3, stop.set).start()

    with connect(lonely.address) as cluster:
        run = simulate(played, 100 * ROUNDS, 11, cluster, watch=ask, stop=stop)
    assert time.monotonic() - began[0] < 20
    assert stop.why == ""
    assert run.moments == simulate(played, run.moments.rounds, 11, Threads(2)).moments


def test_a_function_of_a_file_goes_with_its_source(workers):
    source = "def decide(seen, asked, rules):\n    return 'fold'\n"
    folded = scenario(
        GAME,
        SETTINGS,
        equal_slips(GAME, SETTINGS, 1),
        PythonStrategy("only-here.py", "decide", source),
    )
    with connect(workers.scheduler_address) as cluster:
        run = simulate(folded, 600, 1, cluster)
    assert run.moments.sums[0] == -500 * 600


def test_what_a_worker_refuses_is_told_here(workers):
    wrong = scenario(
        GAME,
        SETTINGS,
        equal_slips(GAME, SETTINGS, 1),
        PythonStrategy("mine.py", "decide", "def decide(*_):\n    return 'dance'\n"),
    )
    # Tried once here before it is sent, and then by the worker.
    with connect(workers.scheduler_address) as cluster, pytest.raises(Rejection) as refused:
        list(cluster.each(_Dance(wrong), [module.Part(0, 10)], Stop()))
    assert refused.value.code is Code.STRATEGY_INVALID


class _Dance:
    def __init__(self, wrong):
        self._wrong = wrong

    def __call__(self, part):
        from croupier.simulation.rounds import play_part  # noqa: PLC0415

        return play_part(self._wrong, 1, part)


def test_a_worker_with_other_games_is_refused(played, workers, monkeypatch):
    monkeypatch.setattr(module, "_source", lambda: "of another version")
    with connect(workers.scheduler_address) as cluster, pytest.raises(Rejection) as refused:
        simulate(played, 1_000, 1, cluster)
    assert refused.value.code is Code.CLUSTER_UNAVAILABLE
    assert "another version" in refused.value.detail


def have_source(text):
    module._source = lambda: text


def test_a_worker_with_other_games_is_passed_over_where_there_are_others(played, workers):
    own = module._source()
    with connect(workers.scheduler_address) as cluster:
        other, *_ = sorted(cluster._client.nthreads())
        cluster._client.run(have_source, "of another version", workers=[other])
        try:
            run = simulate(played, ROUNDS // 4, 1, cluster)
        finally:
            cluster._client.run(have_source, own, workers=[other])
    assert run.is_complete
    assert run.moments == simulate(played, ROUNDS // 4, 1, Threads(1)).moments


def test_a_scheduler_without_workers_is_refused(monkeypatch):
    monkeypatch.setattr(module, "_WORKERS_S", 0.5)
    with (
        distributed.LocalCluster(
            n_workers=0, dashboard_address="127.0.0.1:0", host="127.0.0.1"
        ) as empty,
        pytest.raises(Rejection) as refused,
    ):
        connect(empty.scheduler_address)
    assert refused.value.code is Code.CLUSTER_UNAVAILABLE
    assert "no worker" in refused.value.detail


@pytest.mark.parametrize(
    "address",
    [
        "nonsense",
        "tcp://",
        "tcp://127.0.0.1:99999",
        "",
        "a b:1",
        "tcp://a..b:8786",
        "a:" + "1" * 5_000,
    ],
)
def test_what_is_no_address_is_refused(address):
    with pytest.raises(Rejection) as refused:
        connect(address)
    assert refused.value.code is Code.CLUSTER_UNAVAILABLE


def test_where_nothing_listens_is_refused_at_once():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        began = time.monotonic()
        with pytest.raises(Rejection) as refused:
            connect(f"tcp://127.0.0.1:{free.getsockname()[1]}")
    assert refused.value.code is Code.CLUSTER_UNAVAILABLE
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("greeting", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"", None])
def test_who_answers_otherwise_is_no_scheduler(greeting, monkeypatch):
    monkeypatch.setattr(module, "_ANSWER_S", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        lines = []

        def answer():
            line, _ = server.accept()
            lines.append(line)
            if greeting is not None:
                line.sendall(greeting)
                line.close()

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(Rejection) as refused:
            connect(f"tcp://127.0.0.1:{server.getsockname()[1]}")
        thread.join()
        for line in lines:
            line.close()
    assert refused.value.code is Code.CLUSTER_UNAVAILABLE
