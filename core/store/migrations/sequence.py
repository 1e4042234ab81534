"""The schema of `soundings.db`, one migration a change; a migration is never edited once landed."""

from __future__ import annotations

from core.store.migrations.benchmarks import (
    m004_benchmarks,
    m016_join_keys,
    m025_runs_by_their_encoder,
    m027_failed_queries,
    m028_counts_of_labels,
    m034_queries_without_a_ranking,
    m037_queries_that_are_not_asked,
)
from core.store.migrations.chosen_settings import m010_chosen_settings
from core.store.migrations.headlines import m008_headlines
from core.store.migrations.jobs import (
    m002_jobs,
    m005_job_steps,
    m026_numbers_of_jobs,
    m031_last_notes,
)
from core.store.migrations.judges import (
    m009_judges,
    m019_questions_asked_again,
    m023_attempts_without_an_answer,
    m035_attempts_under_way,
    m036_cached_input,
)
from core.store.migrations.labels import (
    m006_labels,
    m015_superseded_votes,
    m017_keys_of_votes,
    m029_current_votes,
    m032_votes_wanted_of_each_case,
)
from core.store.migrations.lakes import (
    m001_lakes,
    m003_counters,
    m012_totals_of_lakes,
    m020_read_rules,
    m021_stand_ins,
    m024_last_tables,
    m033_stand_ins_are_missing,
)
from core.store.migrations.models import m011_model_answers
from core.store.migrations.releases import m013_release_queries, m014_binary_releases
from core.store.migrations.searches import m018_searches
from core.store.migrations.showings import m007_showings
from core.store.migrations.votes import m022_decisions_and_votes_of_runs, m030_moments_of_votes
from core.store.sqlite import Migrations

migrations = Migrations("soundings")

for step in (
    m001_lakes,
    m002_jobs,
    m003_counters,
    m004_benchmarks,
    m005_job_steps,
    m006_labels,
    m007_showings,
    m008_headlines,
    m009_judges,
    m010_chosen_settings,
    m011_model_answers,
    m012_totals_of_lakes,
    m013_release_queries,
    m014_binary_releases,
    m015_superseded_votes,
    m016_join_keys,
    m017_keys_of_votes,
    m018_searches,
    m019_questions_asked_again,
    m020_read_rules,
    m021_stand_ins,
    m022_decisions_and_votes_of_runs,
    m023_attempts_without_an_answer,
    m024_last_tables,
    m025_runs_by_their_encoder,
    m026_numbers_of_jobs,
    m027_failed_queries,
    m028_counts_of_labels,
    m029_current_votes,
    m030_moments_of_votes,
    m031_last_notes,
    m032_votes_wanted_of_each_case,
    m033_stand_ins_are_missing,
    m034_queries_without_a_ranking,
    m035_attempts_under_way,
    m036_cached_input,
    m037_queries_that_are_not_asked,
):
    migrations()(step)
