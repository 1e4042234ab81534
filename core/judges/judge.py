"""Who judges: a language model at an address, or a rule."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core import llm
from core.judges.errors import JudgeError
from core.labels.errors import VoterError
from core.labels.judge_names import Provider
from core.labels.types import Kind, Role, Voter, kind_of_judge
from core.llm import LanguageModel
from core.llm.types import split_address


@dataclass(frozen=True)
class Judge:
    """Who judges.

    Parameters
    ----------
    model
        The model's name at its endpoint; of a rule, the rule's name.
    base_url
        Address of the endpoint; empty for the provider's own.

    Raises
    ------
    JudgeError
        If the model has no name, the address is no http address or holds a password, or a rule
        has one.

    Examples
    --------
    >>> Judge.named("openai:gpt-5-mini").voter
    'openai:gpt-5-mini'
    >>> Judge.named("rule:matcher").kind.value
    'rule'
    """

    provider: Provider
    model: str
    base_url: str = ""

    def __post_init__(self) -> None:
        try:
            self.as_voter()
        except VoterError as error:
            raise JudgeError(f"A judge needs a model's name. {error}") from error
        if self.provider is not Provider.RULE:
            _ = self.language_model
            return
        if not self.model.strip() or self.model != self.model.strip():
            raise JudgeError(f"A rule that judges has a name without blanks. Got {self.model!r}.")
        if self.base_url:
            raise JudgeError(f"A rule is asked here and has no address. Got {self.base_url!r}.")

    @classmethod
    def named(cls, name: str, base_url: str = "") -> Judge:
        """Return the judge of a name: ``openai:MODEL``, ``gemini:MODEL`` or ``rule:NAME``.

        Parameters
        ----------
        base_url
            Its address, unless it is a rule or the name brings one along:
            ``openai:MODEL@ADDRESS``. However it is spelled, the judge has it in one way.

        Raises
        ------
        JudgeError
            If it is none.

        Examples
        --------
        >>> Judge.named("openai:qwen3@http://localhost:11434/v1/").base_url
        'http://localhost:11434/v1'
        """
        try:
            name, own = split_address(name)
        except llm.ModelError as error:
            raise JudgeError(str(error)) from None
        provider, colon, model = name.partition(":")
        if not colon or provider not in list(Provider):
            raise JudgeError(
                "A judge is named openai:MODEL, gemini:MODEL or rule:NAME, such as rule:matcher. "
                f"Got {name!r}."
            )
        of = Provider(provider)
        if of is Provider.RULE:
            return cls(of, model, own)
        judge = cls(of, model, own or base_url)
        try:
            return replace(judge, base_url=judge.language_model.at_one_address().base_url)
        except llm.ModelError as error:
            raise JudgeError(str(error)) from None

    @property
    def voter(self) -> str:
        """The name under which it votes."""
        return f"{self.provider}:{self.model}"

    @property
    def kind(self) -> Kind:
        """What it is as a voter."""
        return kind_of_judge(self.provider)

    @property
    def language_model(self) -> LanguageModel:
        """The model that is asked.

        Raises
        ------
        JudgeError
            If the judge is a rule.
        """
        if self.provider is Provider.RULE:
            raise JudgeError(f"A rule asks no language model. Got {self.voter!r}.")
        try:
            return LanguageModel(llm.Provider(self.provider.value), self.model, self.base_url)
        except llm.ModelError as error:
            raise JudgeError(str(error)) from None

    def as_voter(self) -> Voter:
        """Return it as one who votes."""
        return Voter(self.voter, self.kind, Role.ANNOTATOR)
