"""``python -m core``: the terminal."""

import sys

from core.systems import why_not_on

if __name__ == "__main__":
    if why := why_not_on(sys.platform):
        sys.exit(why)
    from core.cli import main

    main()
