"""Say how a file is read: its first lines, what is said of it, and its rows as they would be."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path, PurePosixPath

import streamlit as st

from core import lake as lakes
from core import on_behalf
from core.errors import SoundingsError
from core.labels.types import Role
from core.lake import GUESSED, Preview, ReadAs, Said
from core.lake.formats import sayable
from core.lake.formats.encodings import ENCODINGS, encoding_title
from core.lake.formats.read_as import DECIMALS, DELIMITERS, GUESS, delimiter_title
from core.types import LakeInfo
from pages.shared.catalog_cache import settings, workspace
from pages.shared.drawn_by_itself import drawn_by_itself
from pages.shared.failures import shown_plainly
from pages.shared.identity import may, me_or_local
from pages.shared.job_panel import active_jobs
from pages.shared.this_run import run_again
from pages.shared.words import amount, plain, sentence, since

_LINES = 30
_NO_HEADER = "none"
_BEHIND = "behind the header"


def reading_panel(lake: LakeInfo, pattern: str, close: Callable[[], None]) -> None:
    """Let a person say how the files of a path or a pattern are read, and see it before.

    Parameters
    ----------
    pattern
        A file of the lake, a table inside one, or a pattern that something was said of.
    close
        Called where nothing is to be changed any more.
    """
    said = lakes.what_is_said(workspace(), lake, pattern)
    with st.container(border=True, key="how it is read"):
        st.markdown(f"**How {plain(_what(said))} is read**")
        file, form = st.columns([1.6, 1], gap="medium")
        with form:
            guess = _preview_if_it_can_be(lake, said, GUESSED)
            given = _form(f"read {lake.key} {pattern}", said, guess)
        with file:
            shown = _shown(lake, said, given)
        with form:
            _buttons(lake, said, given if shown else None, close)


def _what(said: Said) -> str:
    if said.is_one:
        return said.pattern
    return f"{said.pattern} ({amount(len(said.files), 'file')})"


def _looked(lake: LakeInfo, said: Said, read_as: ReadAs) -> Preview:
    """Read the start of a file; raises `SoundingsError` if it cannot be read so."""
    path = Path(lake.root, said.files[0])
    stamp = path.stat().st_mtime_ns if path.is_file() else 0
    return _preview(str(workspace().root), lake, said, read_as, stamp)


def _preview_if_it_can_be(lake: LakeInfo, said: Said, read_as: ReadAs) -> Preview | None:
    with suppress(SoundingsError):
        return _looked(lake, said, read_as)
    return None


@st.cache_data(show_spinner=False, max_entries=64)
def _preview(root: str, lake: LakeInfo, said: Said, read_as: ReadAs, stamp: int) -> Preview:
    # The stamp stands for the file's content.
    del root, stamp
    return lakes.look(lake, said, read_as, settings())


def _form(key: str, said: Said, guess: Preview | None) -> ReadAs | None:
    """Ask for what can be said of the file; none, and a sentence, if it cannot be meant."""
    known, can = said.read_as, sayable(Path(said.files[0]))
    fields: dict[str, str] = {}
    if "header" in can:
        fields |= _lines_of(key, known, guess)
    if "encoding" in can:
        fields |= _signs_of(key, known, guess)
    fields["decimal"] = _choice(
        "Decimal mark",
        [GUESS, *DECIMALS.values()],
        known.decimal or GUESS,
        {GUESS: "as it stands", ",": "comma", ".": "point"},
        f"{key} decimal",
        "Numbers with this mark are written with a point and no thousands, as all who read them "
        "know it.",
    )
    try:
        return GUESSED.with_said(fields)
    except SoundingsError as error:
        st.error(sentence(str(error)), icon=":material/error:")
        return None


def _lines_of(key: str, known: ReadAs, guess: Preview | None) -> dict[str, str]:
    """Ask which lines the header and the first row are."""
    lines = [str(number) for number in range(1, _LINES + 1)]
    return {
        "header": _choice(
            "Header",
            [GUESS, _NO_HEADER, *lines],
            _NO_HEADER if known.header == 0 else str(known.header or GUESS),
            {GUESS: _guess(_line(guess)), _NO_HEADER: "None"},
            f"{key} header",
            "The line with the names of the columns. Another number can be typed.",
        ),
        "rows_from": _choice(
            "Rows begin",
            [GUESS, *lines],
            str(known.rows_from or GUESS),
            {GUESS: _BEHIND},
            f"{key} rows",
            "For lines below the header that are no rows, such as units.",
        ),
    }


def _signs_of(key: str, known: ReadAs, guess: Preview | None) -> dict[str, str]:
    """Ask how bytes are letters, and what parts cells."""
    return {
        "encoding": _choice(
            "Encoding",
            [GUESS, *ENCODINGS],
            known.encoding or GUESS,
            {GUESS: _guess(encoding_title(guess.encoding) if guess else ""), **ENCODINGS},
            f"{key} encoding",
            "By which the file's bytes are letters. Another name can be typed.",
        ),
        "delimiter": _choice(
            "Delimiter",
            [GUESS, *DELIMITERS.values()],
            known.delimiter or GUESS,
            {
                GUESS: _guess(delimiter_title(guess.delimiter) if guess else ""),
                **{sign: delimiter_title(sign) for sign in DELIMITERS.values()},
            },
            f"{key} delimiter",
            "What stands between cells. Another character can be typed.",
        ),
    }


def _choice(
    label: str, options: list[str], value: str, names: dict[str, str], key: str, told: str
) -> str:
    offered = options if value in options else [*options, value]

    def named(option: str) -> str:
        return names.get(option, f"line {option}" if option.isdecimal() else option)

    chosen = st.selectbox(
        label,
        offered,
        offered.index(value),
        key=key,
        format_func=named,
        help=told,
        accept_new_options=True,
    )
    # Who types what an option is called means that option.
    return {named(option): option for option in offered}.get(chosen, chosen) or GUESS


def _guess(what: str) -> str:
    return f"guessed: {what}" if what else "guessed"


def _line(guess: Preview | None) -> str:
    return f"line {guess.header_line}" if guess and guess.header_line else ""


def _shown(lake: LakeInfo, said: Said, given: ReadAs | None) -> bool:
    """Show the file's first lines and its rows as they would be read; say whether they can be."""
    path = Path(said.files[0])
    would = None
    if given is not None:
        with shown_plainly():
            would = _looked(lake, said, given)
    # Where it cannot be read so its lines show why.
    bare = ReadAs(header=0) if given is None else replace(given, header=0, rows_from=None)
    as_it_stands = would or _preview_if_it_can_be(lake, said, bare.only(sayable(path)))
    if as_it_stands and as_it_stands.first_lines:
        lines = as_it_stands.first_lines
        st.caption(f"First lines of {plain(said.files[0])}")
        st.dataframe(
            {"Line": [number for number, _ in lines], "Text": [text for _, text in lines]},
            alt=f"First lines of {said.files[0]}",
            hide_index=True,
            height=225,
            column_config={
                "Line": st.column_config.NumberColumn(width=50),
                "Text": st.column_config.TextColumn(width=600),
            },
        )
    if would is None:
        return False
    st.caption("First rows, read so")
    columns = {
        label: [row[place] for row in would.rows] for place, label in enumerate(would.labels)
    }
    st.dataframe(columns, alt="First rows, read so", hide_index=True, height=225, placeholder="")
    for note in would.notes:
        st.caption(f":material/info: {plain(note)}")
    return True


def _buttons(lake: LakeInfo, said: Said, given: ReadAs | None, close: Callable[[], None]) -> None:
    allowed = may(Role.CURATOR)
    pattern = _target(lake, said) if said.is_one else said.pattern
    same = given == said.read_as and pattern == said.pattern
    with st.container(horizontal=True):
        st.button(
            "Read it so",
            type="primary",
            disabled=not allowed or given is None or not pattern or same,
            help=None if allowed else "Only a curator says how files are read.",
            on_click=_keep,
            args=(lake, pattern, given, close),
        )
        if said.rule and said.rule.pattern == said.pattern:
            st.button(
                "Have it guessed again",
                disabled=not allowed,
                on_click=_keep,
                args=(lake, said.pattern, GUESSED, close),
            )
        st.button("Close", on_click=close)
    rule = said.rule
    if rule:
        by = f" by {plain(rule.said_by)}" if rule.said_by else ""
        st.caption(f"Said of {plain(rule.pattern)}{by}.")


def _target(lake: LakeInfo, said: Said) -> str:
    """Ask of which files it is said: this one, or all that match a pattern."""
    path = PurePosixPath(said.files[0])
    own = "this sheet or inner table" if said.table else "this file"
    inside = [said.files[0]] if said.table else []
    folder = f"{path.parent}/" if path.parent.name else ""
    ending = "".join(path.suffixes[-1:])
    patterns = dict.fromkeys((f"{folder}*{ending}", f"*{ending}"))
    names = {said.pattern: own, **dict.fromkeys(inside, "the whole file")}
    chosen = st.selectbox(
        "Said of",
        [said.pattern, *inside, *patterns],
        format_func=lambda one: names.get(one, f"all files {one}"),
        key=f"read {lake.key} {said.pattern} of",
        accept_new_options=True,
        help="A pattern is about every file of the lake that it matches, also those to come: * "
        "stands for any characters. Another one can be typed.",
    )
    if chosen and chosen not in (said.pattern, *inside):
        try:
            meant = lakes.what_is_said(workspace(), lake, chosen)
        except SoundingsError as error:
            st.error(sentence(str(error)), icon=":material/error:")
            return ""
        st.caption(f"{amount(len(meant.files), 'file', 'matches', 'match')}.")
    return chosen or said.pattern


def _keep(lake: LakeInfo, pattern: str, read_as: ReadAs, close: Callable[[], None]) -> None:
    with shown_plainly():
        on_behalf.say(workspace(), me_or_local(), lake, pattern, read_as, settings())
        close()


def pending(lake: LakeInfo, path: str, table_key: int) -> None:
    """Say that a file is still to be read as was said, and look every second until it was."""
    report = lakes.file_of(workspace(), table_key)
    if report is not None and not lakes.is_read_as_said(workspace(), lake, report):
        drawn_by_itself(_waiting, every=1.0)(lake, path, table_key)


def _waiting(lake: LakeInfo, path: str, table_key: int) -> None:
    report = lakes.file_of(workspace(), table_key)
    if report is None or lakes.is_read_as_said(workspace(), lake, report):
        run_again()
    if active_jobs(lake.name):
        st.info(f"{plain(path)} is being read anew.", icon=":material/hourglass_top:")
    else:
        st.info(
            "What was said of this file holds from the next refresh of the lake on.",
            icon=":material/refresh:",
        )


def show_rules(lake: LakeInfo, choose: Callable[[str], None]) -> None:
    """List what was said of how files of a lake are read.

    Parameters
    ----------
    choose
        Called with the path or the pattern of what a person clicks.
    """
    rules = lakes.read_rules(workspace(), lake.key)
    if not rules:
        return
    counts = lakes.files_by_rule(workspace(), lake)

    def clicked() -> None:
        cells = st.session_state["rules of reading"]["selection"]["cells"]
        if cells:
            choose(rules[cells[0][0]].pattern)

    st.markdown(f"**What was said of how files are read, by {amount(len(rules), 'rule')}.**")
    st.dataframe(
        {
            "Said of": [rule.pattern for rule in rules],
            "Read as": [rule.read_as.told() for rule in rules],
            "Files": [counts[rule.pattern] for rule in rules],
            "By": [rule.said_by for rule in rules],
            "When": [since(rule.said_at) for rule in rules],
        },
        alt="What was said of how files are read",
        hide_index=True,
        key="rules of reading",
        on_select=clicked,
        selection_mode="single-cell",
        column_config={
            "Files": st.column_config.NumberColumn(
                help="Files that it holds for: one with a rule of its own, or of a longer pattern, "
                "is read by that."
            )
        },
    )
    st.caption("Click one to change it or to take it back.")
