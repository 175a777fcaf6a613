"""The list of vouchers that are out costs what is out, not what there ever was.

Not timed: SQLite counts the steps of its own machine, a few for each row it looks at.
"""

from sqlalchemy import event

from croupier.house.accounts import Money
from croupier.house.database import database_url, open_engine
from croupier.house.reading import reading
from croupier.web.routes.cage import _outstanding

from .books import HouseBooks

OUT = 3


def books_with(path, redeemed):
    """Books with so many vouchers that were redeemed, before those that are out and after."""
    books = HouseBooks(path)
    ada = books.person("Ada", 100_000, Money.CASH)
    for number in range(redeemed + OUT):
        code = f"{number:064x}"
        books.voucher(code, ada.user, 100 + number % 7)
        if not redeemed // 2 <= number < redeemed // 2 + OUT:
            books.redeem(code, ada.user, 100 + number % 7)
    return books.write()


def steps_of_a_list(path):
    """What it takes to list them."""
    done = []
    engine = open_engine(database_url(str(path)))
    event.listen(
        engine,
        "connect",
        lambda made, _: made.set_progress_handler(lambda: done.append(1) and None, 1),
    )
    with reading(engine) as connection:
        done.clear()
        found = _outstanding(connection, 0, 100)
        steps = len(done)
    engine.dispose()
    assert found.count == len(found.vouchers) == OUT
    assert found.total_cents == found.account_cents
    assert found.next_after is None
    return steps


def test_a_list_of_vouchers_costs_no_more_with_more_that_were_redeemed(tmp_path):
    few = steps_of_a_list(books_with(tmp_path / "few.db", 4))
    many = steps_of_a_list(books_with(tmp_path / "many.db", 800))
    assert few > 10
    assert many < 1.3 * few
