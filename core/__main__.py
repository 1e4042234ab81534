"""``python -m core``, or ``soundings`` where it is installed: the terminal."""

import sys

from core.systems import why_not_on


def main() -> None:
    """Run the terminal, or say why it does not run on this system."""
    if why := why_not_on(sys.platform):
        sys.exit(why)
    from core import cli

    cli.main()


if __name__ == "__main__":
    main()
