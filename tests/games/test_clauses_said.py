"""What a game says of its clauses is what its page says, word for word, and all that are named.

A trainee who breaks a clause is told it in the words of the game; who looks it up on the page
must find the same.
"""

from croupier.rejection import Code
from croupier.table.irregularity import IrregularityKind, Refused
from croupier.table.preparation import HOUSE_PROCEDURE
from croupier.table.prepared import prepare
from croupier.table.ruling import rulings_of
from croupier.table.settings import settings_for

from .test_clause_tables import clause_rows, clauses_in_source


def on_the_page(game):
    return {row[0].strip("`*"): row[1] for row in clause_rows(game.id)}


def plain(text):
    """Without the marks of a page."""
    return text.replace("`", "").replace("*", "").replace("\\|", "|")


def test_clauses_are_said_as_on_the_page(game):
    assert dict(game.clauses()) == {name: plain(says) for name, says in on_the_page(game).items()}


def test_every_clause_the_source_or_a_ruling_names_is_said(game):
    named = clauses_in_source(game) | {ruling.clause for ruling in rulings_of(game.rules)}
    assert named <= {*game.clauses(), HOUSE_PROCEDURE}


def test_every_clause_of_the_preparation_is_said(game):
    for device in game.devices:
        acts = game.preparation(device.name)
        assert acts
        assert {act.clause for act in acts} <= {*game.clauses(), HOUSE_PROCEDURE}


def test_every_clause_of_a_remedy_is_said(game):
    rules = prepare(game, settings_for(game)).rules
    for device in game.devices:
        for kind in IrregularityKind:
            clause = game.remedy_clause(kind, rules, device.name)
            assert clause is None or clause in game.clauses()


def test_every_clause_of_a_refusal_and_of_a_setting_is_said(game):
    rules = prepare(game, settings_for(game)).rules
    about = (None, *(wager.spot for wager in game.wagers(rules)), *game.options(rules))
    asked_by = (None, *game.clauses())
    named = {
        game.refusal_clause(Refused(code, one, by), rules)
        for code in Code
        for one in about
        for by in asked_by
    }
    named |= {device.clause for device in game.devices}
    assert len(named) > 3
    assert named - {None} <= set(game.clauses())


def test_a_remedy_that_is_no_supervisors_has_a_clause(game):
    """Where a sheet rules, it does so somewhere."""
    rules = prepare(game, settings_for(game)).rules
    for device in game.devices:
        for kind in IrregularityKind:
            if game.remedy(kind, rules, device.name).value != "supervisor":
                assert game.remedy_clause(kind, rules, device.name)
