"""The judges of a panel may live at different addresses, each with a key of its own."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import llm
from core.benchmarks.judging import running as judging
from core.judges.errors import JudgeError
from core.judges.judge import Judge
from core.judges.pricing.prices import enter_price
from core.judges.protocol import Protocol
from core.judges.records.runs import judge_run
from core.judges.records.tallies import tally
from core.judges.types import JudgeRun, RunState
from core.labels import LOCAL
from core.labels.judge_names import Provider
from core.llm import LanguageModel
from core.llm.endpoints import key_names, key_of
from core.llm.errors import MissingKeyError, ModelError
from tests.core.judges.conftest import FAIR, PAIRS, Bench
from tests.judges_server import JudgeServer


def panel(bench: Bench, names: Sequence[str], runs: int = 1) -> JudgeRun:
    judges = [Judge.named(name, bench.server.openai_url) for name in names]
    return judging.begin_run(
        bench.workspace, bench.info, LOCAL, judges, Protocol(runs=runs), pairs=PAIRS
    )


def test_each_judge_of_a_panel_is_asked_at_its_own_address_with_its_own_key(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    with JudgeServer() as other:
        port = other.openai_url.split(":")[2].removesuffix("/v1")
        monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-provider")
        monkeypatch.setenv(f"OPENAI_API_KEY_AT_127_0_0_1_{port}", "sk-of-the-other")
        monkeypatch.setenv(f"GEMINI_API_KEY_AT_127_0_0_1_{port}", "of-gemini")
        run = panel(
            bench,
            ["openai:fair", f"openai:yes@{other.openai_url}", f"gemini:no@{other.gemini_url}"],
        )
        run = bench.go_on(run)

        assert run.state is RunState.DONE
        assert "sk-of-the-provider" not in bench.server.keys | other.keys
        assert other.keys == {"sk-of-the-other", "of-gemini"}
        assert (bench.server.calls, other.calls) == (4, 8)
    assert bench.votes("openai:fair") == FAIR
    assert set(bench.votes("openai:yes").values()) == {2}
    assert set(bench.votes("gemini:no").values()) == {0}
    found = judge_run(bench.workspace, bench.info.key, run.key)
    assert [judge.base_url for judge in found.judges] == [
        bench.server.openai_url,
        other.openai_url,
        other.gemini_url,
    ]
    files = [path for path in bench.workspace.root.rglob("*") if path.is_file()]
    assert not any(b"sk-of-the" in path.read_bytes() for path in files)


def test_an_address_where_nobody_answers_costs_a_panel_that_judge_alone(bench: Bench) -> None:
    run = bench.go_on(panel(bench, ["openai:yes@http://127.0.0.1:9/v1", "openai:fair"]))
    assert run.message.startswith("openai:yes cannot be asked: Nothing answers at its address")
    assert bench.votes("openai:fair") == FAIR and bench.votes("openai:yes") == {}


@pytest.fixture
def hole() -> Iterator[str]:
    """An address at which no connection is made, as where a firewall drops what comes."""
    with ExitStack() as held, socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        for _ in range(4):  # more than wait for one who accepts them
            waiting = held.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(listening.getsockname())
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


@pytest.mark.parametrize("provider", ["openai", "gemini"])
def test_an_address_that_takes_no_connection_is_left_out_and_costs_nothing(
    bench: Bench, hole: str, provider: str
) -> None:
    judge = Judge.named(f"{provider}:m", hole)
    enter_price(bench.workspace, LOCAL, judge, 1.0, 2.0)
    run = judging.begin_run(
        bench.workspace, bench.info, LOCAL, [judge], Protocol(runs=1), pairs=PAIRS, budget=1.0
    )
    run = bench.go_on(run, judge_attempts=3, judge_timeout_seconds=2)
    assert run.message.startswith(f"{provider}:m cannot be asked: Nothing answers at its address")
    counts = tally(bench.workspace, run)
    assert (counts.unread, counts.spent) == (0, 0.0)


def test_judges_at_one_address_share_its_requests_a_minute(bench: Bench) -> None:
    run = panel(bench, ["openai:fair", "openai:yes", "openai:no"])
    bench.go_on(run, judge_openai_per_minute=600)
    # Twelve requests at ten a second, of which ten may go at once; each judge alone has but four.
    times = sorted(when for when, _, _ in bench.server.seen)
    assert times[11] - times[0] >= 0.15


def test_one_address_in_two_spellings_is_asked_once(bench: Bench) -> None:
    url = bench.server.openai_url
    for spelled in (url, f"{url}/"):
        bench.go_on(panel(bench, [f"openai:fair@{spelled}"]))
    assert bench.server.calls == len(PAIRS)
    shouted = Judge.named("openai:fair", "http://LOCALHOST:1/V1")
    assert shouted == Judge.named("openai:fair", "http://localhost:1/V1/")


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("openai:gpt-4o-mini", "https://api.openai.com/v1"),
        ("gemini:gemini-2.5-flash", "https://generativelanguage.googleapis.com"),
    ],
)
def test_a_provider_at_its_own_address_is_the_provider(name: str, own: str) -> None:
    assert Judge.named(f"{name}@{own}/") == Judge.named(name, own) == Judge.named(name)
    assert LanguageModel.named(name, own) == LanguageModel.named(name)


def test_a_run_that_was_stored_keeps_the_spelling_of_its_address(bench: Bench) -> None:
    """By it its answers are known."""
    judge = Judge(Provider.OPENAI, "fair", f"{bench.server.openai_url}/")
    run = judging.begin_run(
        bench.workspace, bench.info, LOCAL, [judge], Protocol(runs=1), pairs=PAIRS
    )
    assert judge_run(bench.workspace, bench.info.key, run.key).judges == (judge,)


@pytest.mark.parametrize(
    "address",
    [
        "http://localhost:99999/v1",
        "http://localhost:abc/v1",
        "http://[::1",
        "http:///v1",
        "http://exa mple.org/v1",
        "http://a..b/v1",
        f"http://{'a' * 300}.org/v1",
        "http://1.2.3.444/v1",
        "http://\N{SNOWMAN}.example/v1",
        "http://local\nhost/v1",
    ],
)
def test_an_address_that_is_none_is_refused(address: str) -> None:
    for named in (LanguageModel.named, Judge.named):
        with pytest.raises((ModelError, JudgeError), match="has a host, and a port up to 65535"):
            named("openai:m", address)


@pytest.mark.parametrize(
    "address",
    [
        "http://[::1]:8000/v1",
        "http://a_b.org.",
        "https://b\N{LATIN SMALL LETTER U WITH DIAERESIS}cher.example/v1",
    ],
)
def test_an_address_of_another_alphabet_or_of_numbers_is_one(address: str) -> None:
    assert LanguageModel.named("openai:m", f"{address}/").base_url == address


def test_one_name_at_two_addresses_is_refused_before_anything_is_asked(bench: Bench) -> None:
    names = ["openai:fair", "openai:fair@http://127.0.0.1:9/v1"]
    with pytest.raises(JudgeError, match="also where it is at two addresses"):
        panel(bench, names)
    with pytest.raises(JudgeError, match="Got openai:fair more often"):
        judging.estimate_run(
            bench.workspace, bench.info, [*map(Judge.named, names)], Protocol(), PAIRS
        )


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("rule:matcher@http://localhost/v1", "is asked here and has no address"),
        ("openai:x@http://me:secret@localhost/v1", "has no user, password or query"),
        ("claude:x@http://me:secret@localhost/v1", "Got 'claude:x'"),
    ],
)
def test_an_address_that_cannot_be_is_refused_without_repeating_it(name: str, why: str) -> None:
    with pytest.raises(JudgeError, match=why) as caught:
        Judge.named(name)
    assert "secret" not in str(caught.value)


def test_the_key_of_an_address_is_looked_for_under_the_address_alone() -> None:
    far = LanguageModel.named("gemini:m@https://llm.Example.org/v1", "http://not.this/v1")
    assert far.base_url == "https://llm.example.org/v1"
    assert key_names(far) == (
        "GEMINI_API_KEY_AT_LLM_EXAMPLE_ORG",
        "GOOGLE_API_KEY_AT_LLM_EXAMPLE_ORG",
    )
    assert key_names(LanguageModel.named("openai:m")) == (
        "OPENAI_API_KEY_AT_API_OPENAI_COM",
        "OPENAI_API_KEY",
    )


@pytest.mark.parametrize("name", ["openai:m", "openai:m@https://api.openai.com/v1"])
def test_the_key_of_a_provider_may_stand_under_its_address(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    model = LanguageModel.named(name)
    with pytest.raises(MissingKeyError, match="Set OPENAI_API_KEY in the environment"):
        key_of(model)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-another-account")
    monkeypatch.setenv("OPENAI_API_KEY_AT_API_OPENAI_COM", "sk-its-own")
    assert key_of(model).reveal() == "sk-its-own"


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("https://llm.example.org/v1", "LLM_EXAMPLE_ORG"),
        ("https://llm.example.org:8443/v1", "LLM_EXAMPLE_ORG_8443"),
        ("http://llm.example.org:8000/v1", "LLM_EXAMPLE_ORG_8000"),
        ("http://gpu1:8000/v1", "GPU1_8000"),
        ("http://10.0.0.5:8000/v1", "10_0_0_5_8000"),
        ("http://localhost/v1", "LOCALHOST"),
        ("http://127.0.0.1/v1", "127_0_0_1"),
        ("http://localhost:11434/v1", "LOCALHOST_11434"),
    ],
)
def test_a_host_of_letters_digits_and_dots_keeps_the_name_of_its_key(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, address: str, place: str
) -> None:
    model = LanguageModel.named("openai:m", address)
    assert key_names(model) == (f"OPENAI_API_KEY_AT_{place}",)
    monkeypatch.setenv(f"OPENAI_API_KEY_AT_{place}", "sk-its-own")
    assert key_of(model).reveal() == "sk-its-own"


@pytest.mark.parametrize(
    ("address", "way_out"),
    [
        ("https://llm-example.org/v1", "as OPENAI_API_KEY_AT_LLM__EXAMPLE_ORG in the environment"),
        ("https://llm.example-org/v1", "as OPENAI_API_KEY_AT_LLM_EXAMPLE__ORG in the environment"),
        ("http://llm.example.org/v1", "as OPENAI_API_KEY_AT_LLM_EXAMPLE_ORG_80 in the"),
        ("https://llm_example.org/v1", "a host of letters, digits, dots and hyphens"),
        ("https://llm.example.org./v1", "a host of letters, digits, dots and hyphens"),
        ("https://llm.\N{LATIN SMALL LETTER DOTLESS I}example.org/v1", None),
    ],
)
def test_the_key_of_one_address_is_not_sent_to_another_that_is_written_alike(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, address: str, way_out: str | None
) -> None:
    model = LanguageModel.named("openai:m", address)
    assert not key_of(model)  # one that wants none is asked without
    monkeypatch.setenv("OPENAI_API_KEY_AT_LLM_EXAMPLE_ORG", "sk-of-the-other")
    if way_out is None:
        monkeypatch.setenv("OPENAI_API_KEY_AT_LLM_IEXAMPLE_ORG", "sk-of-the-other")
        way_out = "a host of letters, digits, dots and hyphens"
    with pytest.raises(MissingKeyError, match="which may be that of another host") as caught:
        key_of(model)
    assert way_out in str(caught.value) and "sk-of" not in str(caught.value)


def test_an_address_with_a_key_of_its_own_does_not_mind_one_that_is_written_alike(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY_AT_LLM_EXAMPLE_ORG", "sk-of-the-other")
    monkeypatch.setenv("OPENAI_API_KEY_AT_LLM__EXAMPLE_ORG", "sk-its-own")
    model = LanguageModel.named("openai:m", "https://llm-example.org/v1")
    assert key_of(model).reveal() == "sk-its-own"


_HOSTS = st.text("ab1.-", min_size=1, max_size=9)
_PLACES = st.tuples(
    st.sampled_from(["http", "https"]), _HOSTS, st.sampled_from(["", ":80", ":443", ":1", ":11"])
)


@given(_PLACES, _PLACES)
def test_two_hosts_or_ports_never_have_one_name(
    one: tuple[str, str, str], other: tuple[str, str, str]
) -> None:
    names = [
        key_names(LanguageModel(llm.Provider.OPENAI, "m", f"{a}://{b}{c}/v1"))
        for a, b, c in (one, other)
    ]
    if names[0] and names[0] == names[1]:
        ports = [c or {"http": ":80", "https": ""}[a] for a, _, c in (one, other)]
        assert (one[1], ports[0]) == (other[1], ports[1])
