"""``python -m core``: the terminal."""

from core.cli import main

if __name__ == "__main__":
    main()
