"""`python -m boxcars`: the same as the `boxcars` command."""

from boxcars.cli import main

main()
