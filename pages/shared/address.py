"""Widgets and the address: what a view shows stands in its query parameters.

Streamlit's own binding of widgets replaces the address without a step in the browser's history and
drops bound parameters that a link brings along, so the two are kept in step here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import streamlit as st

from pages.shared.fields import Field
from pages.shared.late_widgets import hold_until_drawn, keep_if_not_drawn
from pages.shared.streamlit_inside import a_widget_changed, is_step_in_history
from pages.shared.this_run import asked_for_by_the_app
from pages.shared.words import plain

_SEEN = "address as last seen on "
_UNDERWAY = "addresses that the browser may still have on "
_SHOWN = "values as last written on "
_STOOD_IN = "default that stood in for "
_MISSING = "what a link names and is not there, of "
_MOST_TOLD = 80  # characters of what a field does not take
_SETTLED = "what was there when it was drawn last, of "
_EMPTIED = "that somebody emptied the field of "


def address_left(page: str) -> Mapping[str, list[str]]:
    """Return the query parameters that a page of this session had when it was last on the screen.

    They are what brings it back as it was left; none before it was there.
    """
    left: Mapping[str, list[str]] = st.session_state.get(_SEEN + page, {})
    return left


class Address:
    """The query parameters of one page, in step with its widgets."""

    def __init__(self, page: str, *fields: Field) -> None:
        self._page = page
        self._fields = fields
        given = self._now()
        self._refused: dict[str, tuple[str, str]] = {}
        seen = st.session_state.get(_SEEN + page)
        # `st.switch_page` leaves a step in the browser's history that has this page's path and the
        # next one's parameters. Who goes back to it wants this page as it was.
        if seen is not None and set(given) - set(seen) - {one.name for one in fields}:
            given = seen
        # Who clicks before the browser has got our last address sends the one before along.
        underway = st.session_state.get(_UNDERWAY + page, [])
        is_made_here = self._is_made_here()
        if given == seen:
            underway = []
        elif seen is not None and given in underway and is_made_here:
            given = seen
        self._underway = [*underway, given]
        # New to us: a link, a reload, the browser's back button. Else the widgets know better.
        came_from_outside = seen != given
        self.is_new = came_from_outside
        """Whether the address was not made by the page's own widgets."""
        # A link to the page that it stands on brings its parameters to us and leaves the browser's
        # address as it was. Told of it the browser takes a step, if that is another address.
        self._is_to_be_told = came_from_outside and seen is not None
        for one in fields:
            key = self.key(one.name)
            if came_from_outside or key not in st.session_state:
                st.session_state[key] = self._read(one, given.get(one.name, []))
                st.session_state.pop(_STOOD_IN + key, None)
                st.session_state.pop(_EMPTIED + key, None)
            else:
                hold_until_drawn(key)
        st.session_state[_SEEN + page] = given

    def key(self, name: str) -> str:
        """Key of the widget that holds a parameter."""
        return f"{self._page} {name}"

    def __getitem__(self, name: str) -> Any:
        """Return the widget's value."""
        return st.session_state[self.key(name)]

    def is_behind(self, name: str) -> bool:
        """Whether the widget holds a value that the browser's address has not yet."""
        return bool(self[name]) and st.query_params.get_all(name) != [str(self[name])]

    def set(self, name: str, value: Any) -> None:
        """Set a value that no widget on the screen holds, or that is not drawn yet."""
        st.session_state[self.key(name)] = value

    def stand_in(self, name: str, value: Any) -> None:
        """Give a default that changes with what there is, where nobody chose another value.

        It is left out of the address, and makes way for the next one.
        """
        mark = _STOOD_IN + self.key(name)
        now = self[name]
        # Set only where it is another: the widget may be clicked while this page is drawn.
        if now in (None, st.session_state.get(mark)) and now != value:
            self.set(name, value)
        st.session_state[mark] = value

    def settle(self, name: str, known: Sequence[Any]) -> str | None:
        """Let a field hold one of what there is, or nothing where a link names what is not there.

        Where nobody named anything it is the first. Nothing is chosen in place of what a link names
        until somebody does, another link comes, or it is there; and nothing in a field that
        somebody emptied, until they or another link choose.

        Parameters
        ----------
        known
            What there is, at least one.

        Returns
        -------
        str or None
            What the link names and is not there. None as well of a field that was emptied.
        """
        mark, now = _MISSING + self.key(name), self[name]
        missing: str | None = st.session_state.pop(mark, None)
        emptied = self._is_emptied(name, missing)
        # What a link names may have to wait: whoever opens it is asked for a name first.
        waited = now is not None and now != st.session_state.get(_SETTLED + self.key(name))
        if self.is_new or (missing is None and waited):
            missing = None if now is None else str(now)
        found = now
        if now not in known:
            first = None if emptied else known[0]
            found = first if missing is None else {str(one): one for one in known}.get(missing)
            self.set(name, found)
        st.session_state[_SETTLED + self.key(name)] = found
        if found is None:
            st.session_state[mark] = missing
        return missing if found is None else None

    def _is_emptied(self, name: str, missing: str | None) -> bool:
        """Whether somebody emptied a field that held one of what there is, and chose no other."""
        mark = _EMPTIED + self.key(name)
        held = st.session_state.get(_SHOWN + self._page, {}).get(name) is not None
        before = st.session_state.pop(mark, False)
        emptied = self[name] is None and missing is None and not self.is_new and (held or before)
        if emptied:
            st.session_state[mark] = True
        return emptied

    def tell_refused(self) -> None:
        """Say of each value of a link that no field takes what the field takes, and what it has."""
        for name, (said, rule) in self._refused.items():
            told = said if len(said) <= _MOST_TOLD else f"{said[:_MOST_TOLD]}…"
            now = f"here it is {plain(str(self[name]))}" if self[name] else "it is left out"
            st.warning(f"{name} is {rule}. The address says {plain(told)}; {now}.")

    def write(self, names: Collection[str] | None = None, /, **others: str) -> None:
        """Put the widgets' values into the address; call it once all are drawn.

        Parameters
        ----------
        names
            The parameters to be written; all if none.
        others
            Parameters that no widget holds; empty ones are left out.
        """
        wanted: dict[str, list[str]] = {name: [value] for name, value in others.items() if value}
        for one in self._fields:
            if names is not None and one.name not in names:
                continue
            value = self[one.name]
            stood_in = st.session_state.get(_STOOD_IN + self.key(one.name))
            if value in (one.default, stood_in, None, "", [], ()):
                continue
            wanted[one.name] = [str(v) for v in value] if isinstance(value, list) else [str(value)]
        if self._is_to_be_told or self._now() != wanted:
            st.query_params.from_dict(wanted)
            self._is_to_be_told = False
        st.session_state[_SEEN + self._page] = self._now()
        st.session_state[_UNDERWAY + self._page] = self._underway
        st.session_state[_SHOWN + self._page] = {one.name: self[one.name] for one in self._fields}
        for one in self._fields:
            keep_if_not_drawn(self.key(one.name))

    def _is_made_here(self) -> bool:
        """Whether the page's own widgets or the app made this run, not the browser or a link."""
        is_by_the_app = asked_for_by_the_app()
        if is_step_in_history():
            return False
        return is_by_the_app or a_widget_changed() or self._has_moved()

    def _has_moved(self) -> bool:
        """Whether a value is another than it was when the address was written.

        A run that was cut short may have taken what was clicked.
        """
        shown = st.session_state.get(_SHOWN + self._page, {})
        return any(
            self.key(one.name) in st.session_state and self[one.name] != shown.get(one.name)
            for one in self._fields
        )

    def _read(self, one: Field, values: list[str]) -> Any:
        if not values:
            return one.default
        try:
            return one.read(values)
        except ValueError as error:
            self._refused[one.name] = ", ".join(values), str(error)
            return one.default

    def _now(self) -> Mapping[str, list[str]]:
        return {name: st.query_params.get_all(name) for name in st.query_params}
