"""What each setting does; `docs/settings.md` says the same, and a test compares them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from core.features import ENCODERS

MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "workspace": (
            "Folder that holds everything made at run time: the catalog, cells, vectors, uploads."
            " Delete it and you are back at the start; copy it and you have moved."
        ),
        "workers": "Processes that read and profile files.",
        "encoder": (
            "Column encoder that searches use unless told otherwise: "
            f"{', '.join(f'`{name}`' for name in ENCODERS[:-1])} or `{ENCODERS[-1]}`."
        ),
        "sbert_model": (
            "Sentence-transformers model, by name (which needs the network once) or folder. Empty"
            " is the embedded all-MiniLM-L6-v2, which needs no network and reads 256 tokens of a"
            " text. Another is given as many as it reads, 8,192 at most; the more, the longer it"
            " takes."
        ),
        "encoder_threads": (
            "Threads that a sentence encoder uses when it encodes a lake; a single query always "
            "uses one."
        ),
        "memory_limit_mb": (
            "Memory in MiB that the engine which profiles one large table, or joins or unions "
            "some, may use before it writes to disk."
        ),
        "max_join_rows": (
            "A join or union that would make more rows than this is refused before it is made."
        ),
        "max_unpacked_ratio": (
            "A compressed file that unpacks to more than this many times its size is refused..."
        ),
        "max_unpacked_mb": "...once it has unpacked to more than this many MiB.",
        "curators": (
            "Who makes queues, opens the votes of others, adjudicates and releases, and adds and "
            "removes lakes, benchmarks and runs: names, or e-mail addresses where people sign in, "
            "separated by commas. Empty without a login: everyone, as the machine is theirs. Empty "
            "with a login: nobody in the browser, only the terminal."
        ),
        "annotators": (
            "Who may vote, in the same way; `*` is everyone. Who is on neither list only views."
        ),
        "trust_addresses": (
            "Whether people who sign in are called by their e-mail address though the provider "
            "does not say, by `email_verified`, whether it has checked it. Only for a provider "
            "where nobody can enter the address of another; without it, or where the provider "
            "says that it has not, they are called by the subject's identifier."
        ),
        "lake_roots": (
            "Folders, by whole paths with a colon between two, that curators may name in the "
            "browser as a lake or a benchmark, with all folders in them. Empty without a login: "
            "any folder of the machine. Empty with a login: none. The terminal adds any."
        ),
        "judge_concurrency": (
            "Requests to language models that are under way at once in one run, at most."
        ),
        "judge_openai_per_minute": (
            "Requests a minute to one endpoint that speaks OpenAI's protocol, at most; each "
            "address has its own count in each run, so that runs at the same time add up."
        ),
        "judge_gemini_per_minute": (
            "Requests a minute to Gemini, at most; runs at the same time add up."
        ),
        "judge_timeout_seconds": "A request without an answer after this time is sent again. A "
        "connection is waited for half as long, 10 seconds at most.",
        "judge_attempts": "How often a request is sent until it is given up and told as failed.",
        "judge_backoff_ms": (
            "Wait in milliseconds before the second attempt, twice as long before each further "
            "one; an endpoint that says how long to wait is obeyed."
        ),
        "judge_longest_wait_seconds": (
            "No wait between attempts is longer; an endpoint that asks for more ends the run, "
            "which can be resumed."
        ),
        "condition_seconds": (
            "Looking for a condition in the rows of tables, or in what their unions and joins "
            "give, is stopped after this time, and says so; what was found until then is shown, "
            "if anything was."
        ),
        "condition_model": (
            "Language model that is asked to read conditions in words too: `openai:NAME` for any "
            "endpoint that speaks OpenAI's protocol, or `gemini:NAME`. Empty asks none, and "
            "conditions are read without a network."
        ),
        "condition_model_url": (
            "Address of that model's endpoint, such as `http://localhost:11434/v1`; empty is the "
            "provider's own. The provider's key is not sent there; one that it wants is set for "
            "the address, as those of judges are."
        ),
        "condition_model_seconds": (
            "Reading a condition with a language model is given up after this time, attempts and "
            "waits included, and says so."
        ),
        "debug": "Whether the terminal shows where in the code a fault of Soundings happened.",
    }
)
"""By the names of settings, in Markdown."""
