"""Which questions of a judge run are to be asked: those without an answer that counts."""

from __future__ import annotations

from collections.abc import Collection

from core.judges.judge import Judge
from core.judges.records.answers import Question, answered_places
from core.judges.records.places import Place
from core.judges.records.tallies import runs_of
from core.judges.running.asking_again import times_asked_again
from core.judges.types import JudgeRun, Subject
from core.store import Workspace


class OpenQuestions:
    """The open questions of a run, as it stands now.

    Parameters
    ----------
    again
        Places that are taken for open though they have an answer.
    """

    def __init__(
        self, workspace: Workspace, run: JudgeRun, again: Collection[Place] = frozenset()
    ) -> None:
        self._run = run
        self._known = answered_places(workspace, run.key) - set(again)
        self._times = times_asked_again(workspace, run.key)
        for place in again:
            self._times[place] += 1

    def of(self, judge: Judge, subject: Subject, variant: str = "") -> list[Question]:
        """Return those of one judge about one case, by number.

        Parameters
        ----------
        variant
            What an audit changes in the tables; nothing if empty.
        """
        found = []
        for number in range(1, runs_of(self._run, judge.provider) + 1):
            place = (self._run.key, judge.voter, subject.case, number, variant)
            if place not in self._known:
                swapped = subject.two_tables and self._run.protocol.swapped(number)
                again = self._times[place]
                found.append(Question(*place[:4], swapped, variant, again))
        return found
