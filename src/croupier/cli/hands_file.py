"""Every starting hand of a game and what its options are worth, as a .csv file."""

import csv
import io
from typing import TYPE_CHECKING

from croupier.cli.files import write_bytes
from croupier.rejection import Code, Rejection

if TYPE_CHECKING:
    from croupier.analysis.valuer import Valuer
    from croupier.table.settings import TableSettings
    from croupier.table.worth import Progress

__all__ = ["write_hands"]


def write_hands(
    name: str, valuer: "Valuer", settings: "TableSettings", progress: "Progress"
) -> str:
    """Writes the file: a line for each hand, each value as a decimal and exactly beside it.

    Returns what the values are, in words.
    """
    from croupier.table.prepared import prepare  # noqa: PLC0415

    table = prepare(valuer.game, settings)
    hands = valuer.worth.hands(table.rules, table.pay_tables, progress)
    if hands is None:
        raise Rejection(
            Code.WORTH_UNKNOWN, f"There is no list of starting hands of {valuer.game.name}."
        )
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    first, *columns = hands.columns
    writer.writerow([first, *(cell for one in columns for cell in (one, f"{one}, exactly"))])
    for hand, figures in hands.rows:
        row = [hand]
        for figure in figures:
            if figure is None:
                row += ["", ""]
            else:
                row += [repr(float(figure.value)), str(figure.value) if figure.is_exact else ""]
        writer.writerow(row)
    write_bytes(name, file.getvalue().encode())
    return hands.title
