"""A key goes to the endpoint and nowhere else."""

from __future__ import annotations

import logging
import pickle
from pathlib import Path

import pytest

from core.errors import InputError
from core.judges.pricing.prices import enter_price
from core.judges.records.runs import judge_run
from core.judges.records.tallies import tally
from core.labels import LOCAL
from core.llm import UnusableKeyError
from core.llm.endpoints import key_names
from core.settings import Secret, Settings, secret
from tests.core.judges.conftest import FAIR, Bench

KEY = "sk-this-is-the-secret-5f2e9a71"


@pytest.mark.parametrize("provider", ["openai", "gemini"])
def test_a_key_is_nowhere_in_files_logs_messages_and_answers(
    bench: Bench,
    provider: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(key_names(bench.judge("fair", provider).language_model)[0], KEY)
    caplog.set_level(logging.DEBUG)
    told = []
    for model in ("fair", "echo-key", "bad-key", "refuses"):
        run = bench.go_on(bench.begin(f"{provider} {model}", runs=1))
        told += [run.message, *map(str, bench.answers(run))]
    told += [repr(Settings.from_environment()), caplog.text, *capfd.readouterr()]

    assert bench.server.keys == {KEY}
    assert not any(KEY in text for text in told)
    assert any("your key is [key]" in text for text in told)
    assert any("HTTP 401: Incorrect API key provided: [key]" in text for text in told)
    files = [path for path in bench.workspace.root.rglob("*") if path.is_file()]
    assert len(files) > 2
    assert not any(KEY.encode() in path.read_bytes() for path in files)


@pytest.mark.parametrize("provider", ["openai", "gemini"])
@pytest.mark.parametrize(
    "key",
    ["sk-first5f2e\nsk-second9a71", "sk-fir\tst5f2e9a71", "\u201csk-5f2e9a71\u201d", "sk-\x015f2e"],
)
def test_a_key_that_no_request_takes_is_refused_before_anything_is_charged(
    bench: Bench, provider: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = bench.judge("fair", provider)
    enter_price(bench.workspace, LOCAL, judge, 1.0, 2.0)
    run = bench.begin(f"{provider} fair", budget=1.0)
    name = key_names(judge.language_model)[0]
    monkeypatch.setenv(name, key)
    with pytest.raises(UnusableKeyError, match=f"{name} is sent with each request"):
        bench.go_on(run)

    told = judge_run(bench.workspace, bench.info.key, run.key).message
    assert "such as a line end or a curly quote" in told
    assert not bench.server.bodies and not tally(bench.workspace, run).spent
    files = [path for path in bench.workspace.root.rglob("*") if path.is_file()]
    assert not any(b"5f2e" in path.read_bytes() for path in files)
    assert "5f2e" not in told


@pytest.mark.parametrize("key", ["x", "verdict", "same", "columns"])
def test_a_key_that_is_a_word_is_struck_from_errors_and_not_from_answers(
    bench: Bench, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(key_names(bench.judge("fair").language_model)[0], key)
    run = bench.judged("fair", runs=1)
    assert bench.votes("openai:fair") == FAIR
    assert {one.raw.partition(",")[2] for one in bench.answers(run)} == {
        ' "explanation": "same columns"}'
    }
    assert "provided: [key]" in bench.go_on(bench.begin("bad-key", runs=1)).message


def test_a_key_may_stand_in_streamlits_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert not secret("A_KEY", environment={})
    for folder, key in ((tmp_path / "home", "of home"), (tmp_path, "of here")):
        (folder / ".streamlit").mkdir(parents=True)
        (folder / ".streamlit" / "secrets.toml").write_text(f'A_KEY = "{key}"\n[auth]\nx = 1\n')
        assert secret("B_KEY", "A_KEY", environment={}).reveal() == key
    assert secret("A_KEY", environment={"A_KEY": "of the process"}).reveal() == "of the process"
    (tmp_path / ".streamlit" / "secrets.toml").write_text('A_KEY = "half of a')
    with pytest.raises(InputError, match="written as TOML") as caught:
        secret("A_KEY", environment={})
    assert "half" not in str(caught.value)


def test_a_secret_is_not_printed_or_pickled() -> None:
    one = Secret(KEY)
    assert KEY not in f"{one} {one!r} {[one]}"
    with pytest.raises(TypeError):
        pickle.dumps(one)
