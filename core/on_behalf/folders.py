"""Which folders of the machine people in the browser may name."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from core.errors import InputError


class FolderNotAllowedError(InputError):
    """The folder is none that people in the browser may name."""


@dataclass(frozen=True)
class Folders:
    """The folders that may be named as a data lake or a benchmark, with all folders in them.

    Parameters
    ----------
    roots
        Resolved; None if any folder of the machine may be named.
    """

    roots: tuple[Path, ...] | None

    @classmethod
    def of(cls, lake_roots: str, signed_in: bool) -> Folders:
        """Read which folders the settings allow.

        Parameters
        ----------
        lake_roots
            Paths of folders with a colon between two. If there is none, a server that one person
            has for themselves lets them name any folder, one where people sign in none.
        signed_in
            Whether people sign in.

        Raises
        ------
        InputError
            If a path is not absolute: what it means would depend on where the server was started.

        Examples
        --------
        >>> Folders.of("/srv/lakes:/data", signed_in=True).roots
        (PosixPath('/srv/lakes'), PosixPath('/data'))
        >>> Folders.of("", signed_in=True).roots, Folders.of("", signed_in=False).roots
        ((), None)
        """
        given = [Path(one.strip()).expanduser() for one in lake_roots.split(os.pathsep)]
        given = [one for one in given if one != Path()]
        for one in given:
            if not one.is_absolute():
                raise InputError(
                    "SOUNDINGS_LAKE_ROOTS names folders by their whole paths, such as "
                    f"/srv/lakes:/data. Got {str(one)!r}."
                )
        if not given and not signed_in:
            return cls(None)
        return cls(tuple(one.resolve() for one in given))

    @classmethod
    def only(cls, folder: Path) -> Folders:
        """Allow one folder that nobody has to name, such as that of the sample."""
        return cls((folder.resolve(),))

    def allowed(self, given: Path) -> Path:
        """Return the folder, or file, that a person means, with what links stand for.

        Raises
        ------
        FolderNotAllowedError
            If it lies outside of what may be named; what is there is not told.
        InputError
            If it begins with the home of somebody whom the machine does not know.

        Examples
        --------
        >>> Folders((Path("/srv/lakes"),)).allowed(Path("/srv/lakes/../keys"))
        Traceback (most recent call last):
        core.on_behalf.folders.FolderNotAllowedError: A folder named in the browser is one of ...
        """
        try:
            meant = given.expanduser().resolve()
        except (RuntimeError, ValueError, OSError) as error:
            raise InputError(f"A folder is named by its path. Got {str(given)!r}.") from error
        if self.roots is None or any(meant.is_relative_to(root) for root in self.roots):
            return meant
        named = ", ".join(map(str, self.roots))
        rule = (
            f"A folder named in the browser is one of SOUNDINGS_LAKE_ROOTS, or in one: {named}."
            if named
            else "Where people sign in, a folder named in the browser is one of "
            "SOUNDINGS_LAKE_ROOTS, or in one, and that names none."
        )
        raise FolderNotAllowedError(f"{rule} Got {str(given)!r}; the terminal adds any.")
