"""Children that answer lines of JSON: their answers are those to the questions, whatever they or their parents come to."""

import os
import select
import signal
import subprocess
import sys
import time

import pytest

from egraph_opt.process.json_child import ChildDiedError, JsonChild, name_death

PROGRAM = """
import json, os, sys, time
print(json.dumps("ready"), flush=True)
for line in sys.stdin:
    what, value = json.loads(line)
    if what == "exit":
        os._exit(value)
    if what == "kill":
        os.kill(os.getpid(), value)
    if what == "sleep":
        time.sleep(value)
    if what == "parts":
        sys.stdout.write("[1"); sys.stdout.flush(); time.sleep(value); sys.stdout.write(", 2")
        print("]", flush=True)
        continue
    print(json.dumps([what, value]), flush=True)
if len(sys.argv) > 1:
    open(sys.argv[1], "w").write("cleaned up")
"""


def spawn(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def ready() -> JsonChild:
    child = JsonChild(spawn)
    assert child.process is None and child.hear(30.0) == "ready"
    return child


def test_a_child_answers_and_stays() -> None:
    child = ready()
    number = child.process
    assert [child.ask(["add", i], 30.0) for i in range(3)] == [["add", i] for i in range(3)]
    long = "x" * (1 << 20)
    assert child.ask(["long", long], 30.0) == ["long", long]
    assert child.ask(["parts", 0.1], 30.0) == [1, 2]
    assert child.process == number
    child.close()
    assert child.process is None


@pytest.mark.parametrize(
    ("request_", "code", "words"),
    [(["exit", 3], 3, "exit status 3"), (["exit", 0], 0, "exit status 0"), (["kill", signal.SIGABRT], -6, "SIGABRT")],
)
def test_a_child_that_dies_says_how_and_is_started_again(request_: list[object], code: int, words: str) -> None:
    child = ready()
    with pytest.raises(ChildDiedError, match=words) as died:
        child.ask(request_, 30.0)
    assert died.value.code == code and child.process is None
    assert child.hear(30.0) == "ready" and child.ask(["again", 1], 30.0) == ["again", 1]
    child.close()


@pytest.mark.parametrize("started", [True, False])
def test_a_child_that_died_between_requests_is_started_again_or_said_to_have_died(started: bool) -> None:
    child = ready()
    assert child.process is not None
    os.kill(child.process, signal.SIGKILL)
    time.sleep(0.2)
    if started:
        child.start()
    else:
        with pytest.raises(ChildDiedError, match="SIGKILL"):
            child.ask(["first", 1], 30.0)
    assert child.hear(30.0) == "ready" and child.ask(["again", 1], 30.0) == ["again", 1]
    child.close()


def test_a_late_answer_is_not_that_of_the_next_request() -> None:
    child = ready()
    with pytest.raises(TimeoutError):
        child.ask(["sleep", 5], 0.1)
    assert child.process is None
    assert child.hear(30.0) == "ready" and child.ask(["next", 1], 30.0) == ["next", 1]
    child.close()


def test_an_interrupted_answer_is_not_that_of_the_next_request(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    child = ready()
    with monkeypatch.context() as patch:
        patch.setattr(select, "select", interrupted)
        with pytest.raises(KeyboardInterrupt):
            child.ask(["first", 1], 30.0)
    assert child.hear(30.0) == "ready" and child.ask(["next", 1], 30.0) == ["next", 1]
    child.close()


def test_a_child_may_clean_up_at_the_end_of_its_input(tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("child") / "said"
    child = JsonChild(lambda: spawn(str(file)))
    child.hear(30.0)
    child.close(30.0)
    assert file.read_text() == "cleaned up"


def test_a_fork_has_no_part_in_the_child() -> None:
    child = ready()
    number = child.process
    fork = os.fork()
    if not fork:
        os._exit(0 if child.process is None else 1)
    assert os.waitpid(fork, 0)[1] == 0
    assert child.process == number and child.ask(["still", 1], 30.0) == ["still", 1]
    child.close()


def test_a_death_has_a_name() -> None:
    assert [name_death(code) for code in (-11, 0, 2, -200)] == ["SIGSEGV", "exit status 0", "exit status 2", "exit status -200"]
