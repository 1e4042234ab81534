"""Options that say whose votes count, and when a rule has settled a case."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import click
import polars as pl

from core import labels
from core.amounts import listed
from core.benchmarks.curating.settling import estimated_weights
from core.benchmarks.types import BenchmarkInfo
from core.labels.queueing.queued import votes_needed
from core.labels.settling.rules import Rule, Settling
from core.labels.types import Kind
from core.store import Workspace

kinds_option = click.option(
    "--kind", "kinds", default="human", show_default=True, help="Whose votes: human,llm,rule."
)
_rule_option = click.option(
    "--rule", default="majority", show_default=True, help=f"{', '.join(Rule)}."
)
_threshold_option = click.option(
    "--threshold", default=Settling().threshold, show_default=True, help="Least posterior."
)
_least_option = click.option(
    "--least-votes",
    type=int,
    help="Least votes of a case; what its queues want of people unless told otherwise, 1 of a case "
    "in no queue.",
)
_weight_option = click.option(
    "--weight",
    "weights",
    multiple=True,
    metavar="VOTER=W",
    help="Weight of a voter in the weighted majority; 1 for others. May stand several times.",
)

_estimated_option = click.option(
    "--estimate-weights",
    is_flag=True,
    help="Weigh voters in the weighted majority by how often each seems to be right; --weight "
    "still says otherwise.",
)

without_option = click.option(
    "--without",
    multiple=True,
    metavar="VOTER",
    help="Set a voter aside: no vote of theirs counts. May stand several times.",
)

_OPTIONS = (
    _rule_option,
    _threshold_option,
    _least_option,
    _weight_option,
    _estimated_option,
    kinds_option,
    without_option,
)
_MOST_NAMED = 10


@dataclass(frozen=True)
class SettlingOptions:
    """What a command was told of whose votes count, by which rule, and when that settles a case."""

    rule: Rule
    threshold: float
    least_votes: int | None
    weights: tuple[str, ...]
    estimate_weights: bool
    kinds: tuple[Kind, ...]
    without: tuple[str, ...]

    def settling(self, workspace: Workspace, info: BenchmarkInfo) -> Settling:
        """Say when a case is settled and what each voter counts.

        Raises
        ------
        click.UsageError
            If voters have weights and the rule has none, or one of them, or of those who are set
            aside, has no vote that counts.
        """
        given = weights_of(self.weights)
        if (given or self.estimate_weights) and self.rule is not Rule.WEIGHTED:
            raise click.UsageError(
                f"Voters have weights in the {Rule.WEIGHTED.value} alone. "
                f"Got --rule {self.rule.value!r}; leave the weights out, or say "
                f"--rule {Rule.WEIGHTED.value!r}."
            )
        votes = labels.current_votes(workspace, info.key, kinds=self.kinds)
        require_voters(info, votes, self.without)
        there = sorted(set(votes["voter"]) - set(self.without)) if given else []
        unknown = [voter for voter in given if voter not in there]
        if unknown:
            raise click.UsageError(
                f"A weight is of somebody who has voted. {unknown[0]!r} has no vote that counts on "
                f"{info.name}; voters are {listed(there, _MOST_NAMED) or 'none'}."
            )
        if self.estimate_weights:
            found = estimated_weights(workspace, labels.LOCAL, info, self.kinds, self.without)
            given = {**dict(found.select("voter", "weight").iter_rows()), **given}
        if self.least_votes is None and Kind.HUMAN in self.kinds:
            wanted = votes_needed(workspace, info.key)
            return Settling(self.threshold, 1, wanted, given, without=self.without)
        least = 1 if self.least_votes is None else self.least_votes
        return Settling(self.threshold, least, weights=given, without=self.without)


def require_voters(info: BenchmarkInfo, votes: pl.DataFrame, without: Sequence[str]) -> None:
    """Refuse to set aside who has no vote that counts, as a misspelt name has not.

    Raises
    ------
    click.UsageError
        With the names of those who have.
    """
    there = sorted(set(votes["voter"])) if without else []
    for voter in without:
        if voter not in there:
            raise click.UsageError(
                f"Who is set aside has voted. {voter!r} has no vote that counts on {info.name}; "
                f"voters are {listed(there, _MOST_NAMED) or 'none'}."
            )


def settling_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that say when a rule has settled a case, as `options`."""

    @functools.wraps(command)
    def gathered(
        *given: object,
        rule: str,
        threshold: float,
        least_votes: int | None,
        weights: tuple[str, ...],
        estimate_weights: bool,
        kinds: str,
        without: tuple[str, ...],
        **more: object,
    ) -> None:
        of, whose = Rule.named(rule), kinds_named(kinds)
        options = SettlingOptions(
            of, threshold, least_votes, weights, estimate_weights, whose, without
        )
        command(*given, options=options, **more)

    with_options: Callable[..., None] = gathered
    for option in reversed(_OPTIONS):
        with_options = option(with_options)
    return with_options


def kinds_named(kinds: str) -> tuple[Kind, ...]:
    """Read kinds of voters, separated by commas."""
    names = [name.strip() for name in kinds.split(",") if name.strip()]
    if not names or set(names) - set(Kind):
        raise click.UsageError(f"A kind of voter is one of {', '.join(Kind)}. Got {kinds!r}.")
    return tuple(Kind(name) for name in names)


def weights_of(given: tuple[str, ...]) -> dict[str, float]:
    """Read ``VOTER=NUMBER`` options.

    Examples
    --------
    >>> weights_of(("ann=2", "a=b=0.5"))
    {'ann': 2.0, 'a=b': 0.5}
    """
    found = {}
    for one in given:
        voter, _, number = one.rpartition("=")
        try:
            found[voter] = float(number)
        except ValueError:
            voter = ""
        if not voter:
            raise click.UsageError(f"A weight is VOTER=NUMBER, such as ann=2. Got {one!r}.")
    return found
