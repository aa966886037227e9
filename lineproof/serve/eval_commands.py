"""The command `eval`: benchmarks, made and answered."""

import typer

evaluation = typer.Typer(no_args_is_help=True, help="Make a benchmark, let agents answer it, and look at what they did.")
