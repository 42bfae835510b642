"""Execution of tasks in child processes on this machine, with a waiting thread for each child."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator

from egraph_opt.apps.fleet.child_main import Child
from egraph_opt.apps.fleet.task_runner import Job, Piece, TaskOutcome

Task = tuple[int, Piece | TaskOutcome]
"""Task index, and a function to work on or its known outcome."""
Answer = tuple[int, TaskOutcome]


class Local:
    """Fixed number of child processes.

    Args:
        job: command and options.
        jobs: number of child processes.
        seconds: time limit of one function.
        memory: limit of the address space in bytes.
    """

    def __init__(self, job: Job, jobs: int, seconds: float, memory: int) -> None:
        self.children = [Child(job, seconds, memory) for _ in range(jobs)]
        self._answers: queue.SimpleQueue[Answer | BaseException | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._stopped = False

    def answers(self, tasks: Iterator[Task]) -> Iterator[Answer]:
        """Run the tasks, and yield each task's index and outcome in order of completion.

        Errors of the iterator `tasks` are raised. Closing the returned iterator kills the child processes.
        """
        threads = [threading.Thread(target=self._serve, args=(child, tasks), daemon=True) for child in self.children]
        for thread in threads:
            thread.start()
        left = len(threads)
        try:
            while left:
                answer = self._answers.get()
                if isinstance(answer, BaseException):
                    raise answer
                if answer is None:
                    left -= 1
                else:
                    yield answer
        finally:
            self._stopped = True
            for child in self.children:
                child.kill()
            for thread in threads:
                thread.join()
            for child in self.children:
                child.end()

    def _serve(self, child: Child, tasks: Iterator[Task]) -> None:
        try:
            while not self._stopped:
                with self._lock:
                    task = next(tasks, None)
                if task is None:
                    break
                number, piece = task
                done = piece if isinstance(piece, TaskOutcome) else child.work(piece)
                if not self._stopped:
                    self._answers.put((number, done))
        except BaseException as error:
            self._answers.put(error)
        self._answers.put(None)
