"""How many tokens a judge's answers have taken, by which those to come are forecast."""

from __future__ import annotations

from dataclasses import dataclass

from core.judges.judge import Judge
from core.llm import Effort
from core.store import Workspace

ANSWER_TOKENS = 120
"""Tokens that an answer is expected to take of which little is known: two or three sentences."""

LEAST_ANSWERS = 20
"""So many answers with a count of tokens tell more than a guess."""

MOST_ANSWERS = 500
"""Those before the last of so many are of long ago."""

_PAST = """
    WITH past AS (
        SELECT input_tokens, output_tokens, min(coalesce(cached_tokens, 0), input_tokens) AS cached,
            json_extract(parameters, :estimated) AS estimated
        FROM judge_answers WHERE output_tokens IS NOT NULL AND key IN (
            SELECT DISTINCT answer_key FROM judge_asked WHERE voter = :voter AND run_key IN (
                SELECT judge_runs.key FROM judge_runs, json_each(judge_runs.judges) AS judge
                WHERE json_extract(judge.value, '$[0]') = :provider
                AND json_extract(judge.value, '$[1]') = :model
                AND json_extract(judge.value, '$[2]') = :base_url
                AND coalesce(json_extract(judge_runs.protocol, '$.effort'), 'default') = :effort
            ) ORDER BY answer_key DESC LIMIT :most
        )
    )
    SELECT count(*), coalesce(avg(output_tokens), 0),
        coalesce(sum(input_tokens), 0), coalesce(sum(cached), 0),
        coalesce(sum(input_tokens) FILTER (WHERE estimated IS NOT NULL), 0),
        coalesce(sum(estimated) FILTER (WHERE input_tokens IS NOT NULL), 0),
        count(*) FILTER (WHERE estimated IS NOT NULL AND input_tokens IS NOT NULL)
    FROM past
"""

ESTIMATED = "estimated_tokens"
"""Under what the parameters of an answer have how many tokens its question was estimated at."""


@dataclass(frozen=True)
class PastAnswers:
    """What the last answers of a judge have taken.

    Parameters
    ----------
    answers
        How many they are; 0 where they are too few to go by, and all else is a guess.
    output_tokens
        Mean of an answer, thoughts included.
    input_ratio
        Counted tokens of a question over estimated ones.
    cached_share
        Of the input's tokens.
    """

    answers: int = 0
    output_tokens: float = ANSWER_TOKENS
    input_ratio: float = 1.0
    cached_share: float = 0.0


def past_answers(workspace: Workspace, judge: Judge, effort: Effort) -> PastAnswers:
    """Return what the last 500 answers of a judge at its address have taken, on any benchmark.

    Those count that runs with this effort asked for: what a model thinks is most of an answer.
    Those whose tokens its endpoint did not count are left out; at least 20 must remain.
    """
    told = {
        "voter": judge.voter,
        "provider": judge.provider.value,
        "model": judge.model,
        "base_url": judge.base_url,
        "effort": effort.value,
        "most": MOST_ANSWERS,
        "estimated": f"$.{ESTIMATED}",
    }
    with workspace.reading() as db:
        row = db.execute(_PAST, told).fetchone()
    answers, mean, read, cached, counted, estimated, both = row
    if answers < LEAST_ANSWERS:
        return PastAnswers()
    ratio = counted / estimated if both >= LEAST_ANSWERS and estimated else 1.0
    return PastAnswers(answers, float(mean), ratio, cached / read if read else 0.0)
