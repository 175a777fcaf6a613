"""The school's pages: a round dealt, a drill, an examination from start to certificate, a coach."""

import json

from playwright.sync_api import expect

from croupier.money import CHIPS
from croupier.training.exam import ExamTerms, paper_for
from croupier.training.lesson import Lesson
from croupier.training.procedure import DealCards, procedure_of

from .fairly import require_fair
from .people import GAMES, PATIENCE_MS
from .staff import log_in
from .trainee import at_stage, begin_round, fill, say, seed_of

GAME = "three-card-poker"
STADIUM = "stadium-three-card-poker"
SEED = 7
PAPER_MS = 60_000
"""The first paper of a house is made while it still finds what there is to ask."""


def lose_the_answer(route):
    route.fetch()
    route.abort()


def test_a_trainee_deals_a_round_and_a_wrong_step_is_caught_with_its_clause(house, come_in):
    lesson = Lesson.of(GAME)
    stages = procedure_of(lesson, SEED, 2).stages
    page = come_in(house.address).open(f"/school/{GAME}/procedure")
    begin_round(page, SEED)
    for at, stage in enumerate(stages):
        at_stage(page, at)
        if at == 1:
            say(page, "collect")
            mistake = page.locator("[data-mistake]")
            expect(mistake).to_have_attribute("data-mistake", "wrong_step")
            expect(mistake).to_contain_text(stage.clause)
            expect(mistake).to_contain_text(str(stage.wanted))
            at_stage(page, at)
        if at == 2:
            # The house has done it, and its answer is lost: said again, it is done once.
            page.route("**/say", lose_the_answer, times=1)
            say(page, stage.wanted)
            page.locator(".notice").wait_for()
        match stage.wanted:
            case DealCards((pile,)) if pile.place.seat is not None:
                # Once by buttons alone.
                page.locator('[data-verb="deal"]').click()
                for field, label in (
                    ("place", f"Seat {pile.place.seat}"),
                    ("count", str(pile.count)),
                    ("face", f"face {pile.face}"),
                ):
                    options = page.locator(f'[data-options="{field}"] label')
                    options.filter(has_text=label).click()
                expect(page.locator("[data-line]")).to_have_value(str(stage.wanted))
                page.locator("[data-send]").click()
            case move:
                say(page, move)
    report = page.locator("[data-report]")
    expect(report).to_have_attribute("data-possible", str(len(stages)))
    expect(report).to_have_attribute("data-points", str(len(stages) - 1))
    expect(report.locator("[data-mistake]")).to_have_count(1)


def test_places_that_are_chosen_one_after_the_other_add_up_to_one_step(house, come_in):
    stages = procedure_of(Lesson.of(STADIUM), SEED, 2).stages
    at, piles = next(
        (at, stage.wanted.piles)
        for at, stage in enumerate(stages)
        if isinstance(stage.wanted, DealCards) and len(stage.wanted.piles) > 1
    )
    page = come_in(house.address).open(f"/school/{STADIUM}/procedure")
    begin_round(page, SEED)
    for before, stage in enumerate(stages[:at]):
        at_stage(page, before)
        say(page, stage.wanted)
    at_stage(page, at)
    page.locator('[data-verb="deal"]').click()
    page.locator('[data-options="place"] label').filter(has_text="The table").click()
    cells = page.locator('[data-options="place-name"] label')
    # One too many, and it is left out again.
    for name in (*(pile.place.name for pile in piles), "Cell 9"):
        cells.filter(has_text=name).click()
    dealt = page.locator("[data-part-dealt]")
    expect(dealt).to_have_count(len(piles) + 1)
    dealt.last.click()
    page.locator('[data-options="face"] label').filter(has_text=f"face {piles[0].face}").click()
    expect(page.locator("[data-line]")).to_have_value(str(stages[at].wanted))
    page.locator("[data-send]").click()
    at_stage(page, at + 1)


def test_what_a_drill_asks_is_marked_blank_by_blank_and_by_the_keyboard(house, come_in):
    guest = come_in(house.address)
    page = guest.open(f"/school/{GAME}/payouts")
    question = page.locator("[data-question]")
    question.wait_for(timeout=PAPER_MS)
    asked = question.get_attribute("data-question")
    rack = page.locator("[data-chip]").evaluate_all("all => all.map(one => one.dataset.chip)")
    assert sorted(map(int, rack)) == sorted(chip.value_cents for chip in CHIPS)
    # A cent is what nobody is ever paid.
    result = page.locator('[data-options="result"] input').first
    result.focus()
    page.keyboard.press("Space")
    page.locator("input[inputmode=decimal]").fill("0.01")
    page.locator("[data-none]").focus()
    page.keyboard.press("Enter")
    page.locator("[data-answer]").focus()
    page.keyboard.press("Enter")
    verdicts = page.locator("[data-verdict]")
    expect(verdicts).to_have_count(3)
    expect(verdicts.nth(1)).to_have_attribute("data-verdict", "wrong")
    expect(verdicts.first).to_contain_text("Clause")
    expect(page.locator("[data-next]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-answer]")).to_be_visible()
    assert page.locator("[data-question]").get_attribute("data-question") != asked
    # What was missed comes back in a minute or so, and the house knows that it does.
    taught = next(one for one in guest.api("/api/school")["games"] if one["id"] == GAME)
    (payouts,) = (one for one in taught["drills"] if one["name"] == "payouts")
    assert payouts["learned"] == 0


def test_an_examination_is_sat_up_to_the_certificate_and_its_candidate_has_a_class(
    casino, come_in, pictures
):
    dora = come_in(casino.address)
    log_in(dora, "Dora")
    page = dora.open(f"/school/{GAME}/exam")
    page.locator("[data-begin]").click()
    sitting = page.locator("[data-exam]")
    sitting.wait_for(timeout=PAPER_MS)
    exam = int(sitting.get_attribute("data-exam"))
    # The house knows the paper by its seed; who knows it, too, makes no mistake.
    terms = ExamTerms(payouts=2, hands=2, irregularities=2)
    paper = paper_for(Lesson.of(GAME), seed_of(casino, exam), terms)
    stages = paper.procedure.stages
    for at, stage in enumerate(stages):
        at_stage(page, at)
        if at == 2:
            # A sitting goes on where it was, by itself; another one is not begun beside it.
            page.goto(f"{casino.address}/school/pick-2-poker/exam")
            page.get_by_role("link", name="Go on with Three Card Poker").click()
            at_stage(page, at)
            page.reload()
            at_stage(page, at)
        say(page, stage.wanted)
        expect(page.locator("[data-noted]")).to_be_visible()
    for name, tasks in paper.questions:
        for task in tasks:
            expect(page.locator("[data-exam]")).to_have_attribute("data-part", name)
            expect(page.locator("[data-text]")).to_have_text(task.question.text)
            fill(page, task.question, task.right_answers())
            assert not page.locator("[data-verdict]").count(), "nothing is told before the end"
            page.locator("[data-answer]").click()
    page.locator("[data-finish]").click()
    result = page.locator("[data-result]")
    expect(result).to_have_attribute("data-passed", "true", timeout=PATIENCE_MS)
    require_fair(page, "school-result", "laptop", pictures)
    told = dora.api(f"/api/school/exams/{exam}/result")
    assert (told["percent"], told["mistakes"]) == (100.0, [])
    with page.expect_download() as certificate:
        page.locator("[data-certificate]").click()
    assert certificate.value.path().read_bytes().startswith(b"%PDF")
    with page.expect_download() as record:
        page.locator("[data-record]").click()
    assert json.loads(record.value.path().read_text())["digest"] == told["digest"]
    assert record.value.suggested_filename == f"exam-{exam}.json"
    put_into_a_class(come_in(casino.address), "Dora", "Spring")


def put_into_a_class(supervisor, name, class_name):
    """Whoever has sat an examination learns here, and a supervisor gives him a class."""
    log_in(supervisor, "Sam")
    desk = supervisor.open("/school/classes")
    row = desk.locator("[data-trainee]").filter(has_text=name)
    row.locator('[data-open="class"]').click()
    row.locator('[data-field="class"]').fill(class_name)
    row.locator('[data-field="class"]').press("Enter")
    expect(desk.locator(f'[data-class="{class_name}"]')).to_be_visible()
    expect(row).to_contain_text(class_name)


def test_the_coach_says_after_a_decision_what_it_was_worth(house, come_in, pictures):
    guest = come_in(house.address)
    guest.sit(GAMES[GAME])
    page = guest.page
    page.get_by_role("button", name="A coach says").click()
    coach = page.locator("[data-coach]")
    expect(coach).to_have_attribute("data-coach", "0")
    guest.bet("Ante")
    page.locator("[data-option]").first.wait_for()
    assert coach.get_attribute("data-coach") == "0", "he speaks of what is decided"
    guest.choose("fold")
    guest.end_of_round()
    expect(coach).to_have_attribute("data-coach", "1", timeout=PAPER_MS)
    (seat,) = (one["seat"] for one in guest.api("/api/me/seats")["seats"])
    answer = guest.api(f"/api/tables/{GAMES[GAME]}/coach?seat={seat}")
    (decision,) = answer["result"]["decisions"]
    verdict = coach.locator("[data-verdict]")
    expected = "mistake" if decision["is_mistake"] else "best"
    expect(verdict).to_have_attribute("data-verdict", expected)
    expect(verdict).to_contain_text("Fold")
    if not decision["is_mistake"]:
        worth = f"{abs(decision['value']['value']):.4f} per {decision['per']}"
        expect(verdict).to_contain_text(worth)
    if decision["is_mistake"]:
        expect(verdict).to_contain_text(f"{decision['cost_percent']:.1f}%")
    require_fair(page, "coached", "laptop", pictures)
    coach.get_by_role("button").click()
    dialog = page.get_by_role("dialog")
    for option in decision["options"]:
        expect(dialog).to_contain_text(option["label"])
        expect(dialog).to_contain_text(f"{abs(option['value']['value']):.4f}")
    account = guest.api("/api/school/coach")
    assert account["decisions"] == 1
    assert account["mistakes"] == int(decision["is_mistake"])
    expect(dialog.locator("[data-account]")).to_have_attribute("data-account", "1")
