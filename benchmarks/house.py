"""How the house bears load: a full stadium, a single fast table, many tables, a long log.

    make bench
    .venv/bin/python benchmarks/house.py --json
    .venv/bin/python benchmarks/house.py --rounds-on-record 20000 --terminals 200

The server has one core to itself and the load comes from the other. What is acknowledged is
durable: SQLite with full synchronisation, PostgreSQL as it comes. Beside each figure stand its
target and, where there is one, the plain thing it is measured against in the same run.
"""

from house_figures import Figure
from house_log import measure_idle_tables, measure_long_log
from house_single import measure_single
from house_stadium import WINDOW_S, measure_stadium
from measuring import print_json, print_table, progress, read_options


def main() -> None:
    """Runs the benchmark."""
    options = read_options(
        __doc__,
        {
            "terminals": (2_000, "how many in the stadium"),
            "stadium-rounds": (3, f"how many of two windows of {WINDOW_S} s each"),
            "rounds": (400, "how many at the single table at a time"),
            "times": (5, "how often; the best counts"),
            "tables": (1_000, "how many that are open and idle"),
            "rounds-on-record": (1_000_000, "how many; a million take some minutes and 4 GB"),
        },
    )
    stadium = measure_stadium(options.terminals, options.stadium_rounds)
    single = measure_single(options.rounds, options.times)
    idle = measure_idle_tables(options.tables)
    long = measure_long_log(options.rounds_on_record, options.rounds, options.times)
    progress("")
    if options.json:
        print_json([*stadium, *single, *idle, *long])
        return
    windows = f"betting and deciding every round in windows of {WINDOW_S} s"
    _show(f"Stadium, {options.terminals:,} terminals {windows}, SQLite", stadium)
    _show("One automatic table of Three Card Poker, one player", single)
    _show("Many tables, many rounds", [*idle, *long])


def _show(title: str, figures: list[Figure]) -> None:
    print_table(title, ("", "target", "beside it"), [figure.row for figure in figures])


if __name__ == "__main__":
    main()
