"""Settings of one process: the only reader of the environment."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, NoReturn

from core.errors import InputError

_FIRST_ENCODER = "sbert-vc"
ENCODERS = ("hash", "tfidf", "count", _FIRST_ENCODER, "sbert-v", "sbert-c")
"""Names that the environment may give: those of `core.features.registry`, which nothing below it
can ask."""

_TRUTHS = {"1": True, "true": True, "0": False, "false": False}
_RULE = "rule"


class _Rule(NamedTuple):
    """What a text may be, of those that are not free."""

    said: str
    pattern: str


_ENCODER = _Rule(f"one of {', '.join(ENCODERS)}", "|".join(map(re.escape, ENCODERS)))
_MODEL = _Rule(
    "openai:MODEL or gemini:MODEL, such as openai:gpt-4o-mini", r"(?:openai|gemini):\S.*"
)
_STRUCK = "[key]"
_SHORT_KEY = 12
"""A key of fewer characters may be a word, or stand within one."""


class Secret:
    """A text that does not show itself: neither printed nor stored nor logged by accident.

    Examples
    --------
    >>> Secret("sk-1"), bool(Secret("")), Secret("sk-1").reveal()
    (Secret('***'), False, 'sk-1')
    """

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return "Secret('***')"

    def __bool__(self) -> bool:
        return bool(self._text)

    def __reduce__(self) -> NoReturn:
        raise TypeError("A secret is not stored.")

    def reveal(self) -> str:
        """Return the text, for the one who must send it."""
        return self._text

    def struck_from(self, text: str) -> str:
        """Return a text without the secret in it, and without what no file can hold.

        Examples
        --------
        >>> Secret("sk-1").struck_from("Wrong key sk-1."), Secret("").struck_from("No key.")
        ('Wrong key [key].', 'No key.')
        """
        return _storable(text).replace(self._text, _STRUCK) if self._text else _storable(text)

    def struck_from_answer(self, text: str) -> str:
        """Return what a model wrote, as `struck_from`, but leave words of few letters in it.

        Local servers are started with keys such as "x", "key" and "local". Struck out of each
        answer they leave none that can be read, and are no secret to anybody.

        Examples
        --------
        >>> Secret("key").struck_from_answer("The keys are alike.")
        'The keys are alike.'
        >>> Secret("sk-5f2e9a71c0").struck_from_answer("Your key is sk-5f2e9a71c0.")
        'Your key is [key].'
        """
        return _storable(text) if len(self._text) < _SHORT_KEY else self.struck_from(text)


def _storable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


def secret(*names: str, environment: Mapping[str, str] | None = None) -> Secret:
    """Return the first secret of some names that is set: in the environment, or in secrets.toml.

    Streamlit's files are read as Streamlit does, the one of the current folder before the one of
    the home folder. It is read anew each time and belongs to no `Settings`.

    Returns
    -------
    Secret
        Empty if none is set.

    Raises
    ------
    InputError
        If a file is no TOML.

    Examples
    --------
    >>> secret("A_KEY", "B_KEY", environment={"B_KEY": " b "}).reveal()
    'b'
    """
    environment = os.environ if environment is None else environment
    for known in (environment, *map(_secrets_of, secret_files())):
        for name in names:
            text = str(known.get(name, "")).strip()
            if text:
                return Secret(text)
    return Secret("")


def proxy_for(place: str) -> Secret:
    """Return the proxy by which the environment says that a host is asked over https.

    Parameters
    ----------
    place
        The host, with its port if an address names one.

    Returns
    -------
    Secret
        Its address, which may hold a password; empty if the host is asked directly.
    """
    from urllib.request import getproxies, proxy_bypass  # slow to import, and needed to ask only

    known = getproxies()
    found = known.get("https") or known.get("all") or ""
    if not found or proxy_bypass(place):
        return Secret("")
    return Secret(found if "://" in found else f"http://{found}")


def secret_files() -> tuple[Path, Path]:
    """Return where Streamlit's secrets may stand, what goes first first."""
    here, home = (folder / ".streamlit" / "secrets.toml" for folder in (Path.cwd(), Path.home()))
    return here, home


def _secrets_of(path: Path) -> Mapping[str, object]:
    try:
        return secrets_in(path)
    except OSError:
        return {}


def secrets_in(path: Path) -> Mapping[str, object]:
    """Read a file of secrets.

    Raises
    ------
    InputError
        If it is no TOML.
    OSError
        If it cannot be read.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        # Without what it found, which may be half of a key.
        raise InputError(f"Secrets are written as TOML. {path} is not; correct it.") from error


@dataclass(frozen=True)
class Settings:
    """Everything about the process that a person may choose.

    Each field is read from the environment as ``SOUNDINGS_`` and its name in capitals;
    `docs/settings.md` has the table, and a test compares it with this class. A workspace may
    choose some of them where the environment is silent: `core.store.settings_of`.

    Examples
    --------
    >>> Settings.from_environment({"SOUNDINGS_WORKERS": "4"}).workers
    4
    """

    workspace: Path = Path("workspace")
    """Folder that holds everything made at run time."""

    workers: int = 2
    """Processes that read and profile files."""

    encoder: str = field(default=_FIRST_ENCODER, metadata={_RULE: _ENCODER})
    """Column encoder that searches use unless told otherwise."""

    sbert_model: str = ""
    """Sentence-transformers model (name or folder); empty is the embedded all-MiniLM-L6-v2."""

    encoder_threads: int = 2
    """Threads that a sentence encoder uses offline; a single query always uses one."""

    memory_limit_mb: int = 1024
    """MiB that the engine which profiles a large table, or joins or unions some, may use before it
    spills."""

    max_join_rows: int = 20_000_000
    """A join or union that would make more rows than this is refused before it is made."""

    max_unpacked_ratio: int = 200
    """A compressed file that unpacks to more than this many times its size is refused..."""

    max_unpacked_mb: int = 256
    """...once it has unpacked to more than this many MiB."""

    curators: str = ""
    """Names, separated by commas, of those who may do everything."""

    annotators: str = "*"
    """Names, separated by commas, of those who may vote; ``*`` is everyone."""

    trust_addresses: bool = False
    """Whether the address of somebody who signs in is their name though the provider does not say
    whether it has checked it."""

    lake_roots: str = ""
    """Folders, with a colon between two, that people in the browser may name as a data lake or a
    benchmark; empty is any on a server that one person has for themselves."""

    judge_concurrency: int = 8
    """Requests of one run to language models that are under way at once, at most."""

    judge_openai_per_minute: int = 600
    """Requests a minute of one run to one endpoint that speaks OpenAI's protocol, at most."""

    judge_gemini_per_minute: int = 600
    """Requests a minute of one run to Gemini, at most."""

    judge_timeout_seconds: int = 180
    """A request without an answer after this time is sent again."""

    judge_attempts: int = 6
    """How often a request is sent until it is given up."""

    judge_backoff_ms: int = 1000
    """Wait before the second attempt, twice as long before each further one."""

    judge_longest_wait_seconds: int = 120
    """No wait between attempts is longer; an endpoint that asks for more ends the run."""

    condition_seconds: int = 30
    """Seconds that looking for a condition in the rows of tables may take."""

    condition_model: str = field(default="", metadata={_RULE: _MODEL})
    """Language model that is asked to read conditions (``openai:NAME``); empty asks none."""

    condition_model_url: str = ""
    """Address of that model's endpoint; empty is the provider's own."""

    condition_model_seconds: int = 30
    """Seconds that reading a condition with a language model may take, attempts included."""

    debug: bool = False
    """Whether the terminal shows where in the code a fault of Soundings happened."""

    @classmethod
    def from_environment(
        cls,
        environment: Mapping[str, str] | None = None,
        otherwise: Mapping[str, str] = MappingProxyType({}),
    ) -> Settings:
        """Read the settings from the environment, defaults where it is silent.

        Parameters
        ----------
        environment
            The process's own if not given.
        otherwise
            Values that take the place of defaults, by the names of settings; other names are
            passed over.

        Raises
        ------
        InputError
            If a value is not of the setting's type, or not what may stand there.

        Examples
        --------
        >>> Settings.from_environment({"SOUNDINGS_WORKERS": "4"}, {"workers": "9"}).workers
        4
        >>> Settings.from_environment({}, {"workers": "9"}).workers
        9
        """
        environment = os.environ if environment is None else environment
        given: dict[str, Any] = {}
        for one in fields(cls):
            variable = variable_of(one.name)
            raw = environment.get(variable, "").strip()
            if raw:
                given[one.name] = _read(one, raw, variable)
            elif one.name in otherwise:
                given[one.name] = _read(one, otherwise[one.name], one.name)
        return cls(**given)


def variable_of(name: str) -> str:
    """Return the variable of the environment that a setting is read from.

    Examples
    --------
    >>> variable_of("workers")
    'SOUNDINGS_WORKERS'
    """
    return f"SOUNDINGS_{name.upper()}"


def in_environment(environment: Mapping[str, str] | None = None) -> frozenset[str]:
    """Return the names of the settings that the environment gives.

    Examples
    --------
    >>> in_environment({"SOUNDINGS_WORKERS": "4", "SOUNDINGS_ENCODER": " "})
    frozenset({'workers'})
    """
    environment = os.environ if environment is None else environment
    names = (one.name for one in fields(Settings))
    return frozenset(name for name in names if environment.get(variable_of(name), "").strip())


def _read(setting: Field[Any], raw: str, called: str) -> Any:
    if isinstance(setting.default, bool):
        if raw.lower() not in _TRUTHS:
            raise InputError(f"{called} must be one of {', '.join(_TRUTHS)}. Got {raw!r}.")
        return _TRUTHS[raw.lower()]
    if isinstance(setting.default, int):
        if not raw.isdecimal() or int(raw) < 1:
            raise InputError(f"{called} must be a whole number of at least 1. Got {raw!r}.")
        return int(raw)
    rule: _Rule | None = setting.metadata.get(_RULE)
    if rule is not None and not re.fullmatch(rule.pattern, raw):
        raise InputError(f"{called} must be {rule.said}. Got {raw!r}.")
    return Path(raw) if isinstance(setting.default, Path) else raw
