"""``python -m mjlog``: the same as the command."""

from mjlog.cli import main

if __name__ == "__main__":
    main()
