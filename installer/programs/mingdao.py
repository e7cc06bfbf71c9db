"""The frozen command line."""

from core.cli.main import run

run()
