"""Set judges up: which cases, who judges, how they are asked, what it would cost, and start."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.benchmarks import runs as search_runs
from core.benchmarks.judging.cases import CaseChoice, Source, choices
from core.benchmarks.types import BenchmarkInfo
from core.errors import InputError
from core.judges import Judge, Protocol, Provider, Purpose
from core.judges.asking.rules import check_rule
from core.judges.matcher.rule import NAME
from core.judges.pricing.prices import listed
from core.judges.prompting.examples import suggest_examples
from core.judges.protocol import HIGHEST_TEMPERATURE, LEAST_TOKENS, MAX_EXAMPLES, MAX_RUNS
from core.labels.fingerprints import queues_fingerprint
from core.labels.types import Pair, Voter
from core.llm import Effort, MissingKeyError, UnusableKeyError
from core.llm.endpoints import key_names, key_of
from core.llm.endpoints.opening import KEY_NAMES
from core.settings import secret
from pages.benchmarking.choice import audit_of
from pages.judging.cost import Setup, show_cost
from pages.shared.abreast import abreast
from pages.shared.address import Address
from pages.shared.audits import best_runs, cases_to_judge
from pages.shared.catalog_cache import workspace
from pages.shared.failures import shown_plainly
from pages.shared.fields import Field, number, one_of, several, truth, whole
from pages.shared.label_cache import Labels
from pages.shared.words import chip, plain

_PROTOCOL = Protocol()
_MOST_CASES = 100_000
_MOST_TOKENS = 1_000_000
FIELDS = (
    Field("judges", [NAME], several),
    Field("base_url"),
    Field("cases", None),
    Field("most", 100, whole(1, _MOST_CASES)),
    Field("runs", _PROTOCOL.runs, whole(1, MAX_RUNS)),
    Field("temperature", _PROTOCOL.temperature, number(0, HIGHEST_TEMPERATURE)),
    Field("swap", False, truth),
    Field("graded", False, truth),
    Field("facets", False, truth),
    Field("confidence", False, truth),
    Field("examples", 0, whole(0, MAX_EXAMPLES)),
    Field("tokens", _PROTOCOL.table_tokens, whole(LEAST_TOKENS, _MOST_TOKENS)),
    Field("answer_tokens", _PROTOCOL.answer_tokens, whole(1, _MOST_TOKENS)),
    Field("effort", _PROTOCOL.effort.value, one_of([one.value for one in Effort])),
    Field("audit", False, truth),
)

_QUEUE = "queue: "
_WORDS = {
    Source.DISPUTED: "Pairs that the best runs and the ground truth dispute",
    Source.VOTED: "Pairs that people voted on (to measure the judge)",
    Source.LABELLED: "Every labelled pair",
}


def set_up(address: Address, info: BenchmarkInfo, curator: Voter) -> None:
    """Ask for everything, say what it would take, and start."""
    who, how, price = abreast("judges", 3, "form")
    with who:
        judges = _who(address)
        choice = _which(address, info)
    with how:
        protocol = _how(address)
    if choice is None or (address["judges"] and not judges):
        return  # what is wrong is told where they are named
    with price, shown_plainly():
        setup = Setup(
            judges,
            protocol,
            choice,
            Purpose.INJECTION if address["audit"] else Purpose.VOTE,
        )
        pairs = cases_to_judge(
            audit_of(info), Labels.of(info), queues_fingerprint(workspace(), info.key), choice
        )
        setup = replace(
            setup, protocol=_with_examples(info, protocol, pairs, int(address["examples"]))
        )
        show_cost(info, setup, pairs, curator, address)


def _who(address: Address) -> tuple[Judge, ...]:
    known = list(dict.fromkeys([NAME, *listed(), *address["judges"]]))
    st.multiselect(
        "Judges",
        known,
        key=address.key("judges"),
        accept_new_options=True,
        placeholder="openai:NAME, gemini:NAME or rule:matcher",
        help="Choose one or write its name: openai:MODEL is any endpoint that speaks OpenAI's "
        "protocol, gemini:MODEL is Gemini, rule:matcher is the rule that needs no network. "
        "Several make a panel; each votes under its own name. One at an address of its own is "
        "written with it: openai:qwen3@http://localhost:11434/v1.",
    )
    judges: tuple[Judge, ...] = ()
    with shown_plainly():
        named = [Judge.named(name.strip()) for name in address["judges"]]
        models = [judge for judge in named if judge.provider is not Provider.RULE]
        for judge in named:
            if judge.provider is Provider.RULE:
                check_rule(judge.model)
        if any(not judge.base_url for judge in models):
            st.text_input(
                "Address of the others" if any(one.base_url for one in models) else "Address",
                key=address.key("base_url"),
                placeholder="the provider's own",
                help="Of the endpoint, such as http://localhost:11434/v1 for Ollama, vLLM or "
                "llama.cpp; of every model that is not written with one of its own.",
            )
        url = address["base_url"].strip()
        judges = tuple(Judge.named(name.strip(), url) for name in address["judges"])
        for judge in judges:
            _key(judge)
    return judges


def _key(judge: Judge) -> None:
    """Say whether a key is set; the key itself is never shown."""
    if judge.provider is Provider.RULE:
        return
    model, where = judge.language_model, f" at {chip(judge.base_url)}" if judge.base_url else ""
    names = key_names(model)
    try:
        key_of(model)
    except UnusableKeyError as error:
        st.caption(f":material/key_off: {plain(judge.voter)}: {plain(str(error))}")
        return
    except MissingKeyError as error:
        usual = " or ".join(KEY_NAMES[model.provider])
        here = f"Set {usual} in the environment or in .streamlit/secrets.toml."
        why = str(error) if judge.base_url else here
        st.caption(f":material/key_off: {plain(judge.voter)}: no key. {plain(why)}")
        return
    found = next((name for name in names if secret(name)), "")
    told = f"its key is set ({found})" if found else "asked without a key"
    if names and not found:
        told += f"; one that it wants is set as {' or '.join(names)}"
    st.caption(f":material/key: {plain(judge.voter)}{where}: {plain(told)}.")


def _which(address: Address, info: BenchmarkInfo) -> CaseChoice | None:
    """Ask which cases are judged; None while none are chosen."""
    made = [run.method for run in search_runs.runs(workspace(), info)]
    runs = best_runs(audit_of(info), 10) if made else ()
    known = {_name(one): one for one in choices(workspace(), info, runs)}
    missing = address.settle("cases", list(known))
    st.selectbox(
        "Cases",
        list(known),
        index=None,
        key=address.key("cases"),
        format_func=_shown,
        placeholder="choose cases",
    )
    chosen = known.get(address["cases"])
    if chosen is None:
        told = "Choose cases." if missing is None else f"{_not_there(missing)} Choose other cases."
        st.warning(plain(told), icon=":material/info:")
    st.number_input(
        "At most",
        min_value=1,
        max_value=_MOST_CASES,
        key=address.key("most"),
        help="Of more cases, as many are drawn at random.",
    )
    return None if chosen is None else replace(chosen, most=int(address["most"]))


def _name(choice: CaseChoice) -> str:
    return f"{_QUEUE}{choice.queue}" if choice.source is Source.QUEUE else choice.source.value


def _shown(name: str) -> str:
    if name.startswith(_QUEUE):
        return f"Queue {name.removeprefix(_QUEUE)}"
    return _WORDS[Source(name)]


def _not_there(name: str) -> str:
    if name.startswith(_QUEUE):
        return f"This benchmark has no queue {name.removeprefix(_QUEUE)}."
    if name in _WORDS:
        return f"This benchmark has no cases of this kind: {_WORDS[Source(name)]}."
    return f"No cases are called {name}."


def _how(address: Address) -> Protocol:
    one, other = st.columns(2)
    one.number_input(
        "Runs a case", 1, MAX_RUNS, key=address.key("runs"), help="Their majority is the vote."
    )
    other.number_input(
        "Temperature", 0.0, HIGHEST_TEMPERATURE, step=0.1, key=address.key("temperature")
    )
    one, other = st.columns(2)
    one.number_input(
        "Examples",
        0,
        MAX_EXAMPLES,
        key=address.key("examples"),
        help="Settled cases shown to the judge, never those that it judges: decided by a curator, "
        "or with the votes that are wanted, of two people or more and all the same.",
    )
    other.number_input(
        "Tokens of tables",
        LEAST_TOKENS,
        _MOST_TOKENS,
        step=1_000,
        key=address.key("tokens"),
        help="Of larger tables, rows spread evenly are shown, and the judge is told.",
    )
    one, other = st.columns(2)
    one.selectbox(
        "Thinking",
        [effort.value for effort in Effort],
        key=address.key("effort"),
        help="How long a model thinks before it answers; default is as it does by itself. More is "
        "slower and costs more; a model that does not take it is left out of the run.",
    )
    other.number_input(
        "Tokens of an answer",
        1,
        _MOST_TOKENS,
        step=1_000,
        key=address.key("answer_tokens"),
        help="At most, thoughts included: an answer that needs more is cut, paid for and no vote.",
    )
    st.toggle(
        "Swap the tables in half of the runs",
        key=address.key("swap"),
        help="Shows whether their order matters; a verdict that it decides is “can't tell”. Four "
        "runs tell it from chance.",
    )
    st.toggle("Ask how sure it is", key=address.key("confidence"))
    st.toggle("Allow “partly”", key=address.key("graded"))
    st.toggle("Ask for facets", key=address.key("facets"))
    st.toggle(
        "Audit: plant instructions in cells",
        key=address.key("audit"),
        help="Six kinds of instructions and a text that asks for nothing, each planted in every "
        "case; nothing of it is a vote.",
    )
    return Protocol(
        runs=int(address["runs"]),
        temperature=round(float(address["temperature"]), 3),
        swap=bool(address["swap"]),
        graded=bool(address["graded"]),
        facets=bool(address["facets"]),
        confidence=bool(address["confidence"]),
        table_tokens=max(500, int(address["tokens"])),
        answer_tokens=int(address["answer_tokens"]),
        effort=Effort(address["effort"]),
    )


def _with_examples(
    info: BenchmarkInfo, protocol: Protocol, pairs: list[Pair], count: int
) -> Protocol:
    if not count:
        return protocol
    found = suggest_examples(workspace(), info.key, count, pairs, protocol.graded)
    wanted = count * len({pair.task for pair in pairs})
    if len(found) < wanted:
        raise InputError(
            f"Examples are settled cases that are not judged. Got {len(found)} of the {wanted} "
            "wanted; have people settle more, or ask for fewer."
        )
    return replace(protocol, examples=tuple(one.case for one in found))
