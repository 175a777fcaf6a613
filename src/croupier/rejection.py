"""The one way of saying no.

Whatever a person may get wrong (a card that does not exist, a stake off its increment, a
decision out of turn) is refused with a `Rejection`: a code from one closed list and a
sentence that says what would be right. The same codes appear in the library, on the
command line, in HTTP answers and on sockets. A refusal changes nothing.

Every code has a heading in `docs/rejections.md`; a test holds that.
"""

from enum import StrEnum, unique

__all__ = ["Code", "Rejection"]


@unique
class Code(StrEnum):
    """Every reason for which something is refused."""

    # Cards, decks, hands and shuffles.
    CARD_UNKNOWN = "card_unknown"
    CARD_REPEATED = "card_repeated"
    HAND_SIZE = "hand_size"
    HAND_ARRAY = "hand_array"
    DECK_UNSOUND = "deck_unsound"
    CUT_OUT_OF_RANGE = "cut_out_of_range"
    SEED_INVALID = "seed_invalid"
    SALT_INVALID = "salt_invalid"
    COMMITMENT_INVALID = "commitment_invalid"
    SHUFFLE_SIZE = "shuffle_size"
    SHUFFLE_NUMBER = "shuffle_number"
    DEVICE_SETTING = "device_setting"
    DEVICE_CANNOT = "device_cannot"

    # Money.
    AMOUNT_INVALID = "amount_invalid"
    ODDS_INVALID = "odds_invalid"
    CHIPS_IMPOSSIBLE = "chips_impossible"

    # Pay tables and rulings.
    PAY_TABLE_EMPTY = "pay_table_empty"
    PAY_TABLE_LINE_UNKNOWN = "pay_table_line_unknown"
    PAY_TABLE_LINE_REPEATED = "pay_table_line_repeated"
    PAY_TABLE_PAY_INVALID = "pay_table_pay_invalid"
    PAY_TABLE_UNKNOWN = "pay_table_unknown"
    RULING_UNKNOWN = "ruling_unknown"
    READING_UNKNOWN = "reading_unknown"

    # Setting a table.
    GAME_UNKNOWN = "game_unknown"
    GAME_INVALID = "game_invalid"
    SEATS_OUT_OF_RANGE = "seats_out_of_range"
    LIMITS_INVALID = "limits_invalid"
    SETTINGS_INVALID = "settings_invalid"

    # Wagers.
    SEAT_UNKNOWN = "seat_unknown"
    SPOT_UNKNOWN = "spot_unknown"
    WAGER_NOT_NOW = "wager_not_now"
    WAGER_MISSING = "wager_missing"
    WAGER_WITHOUT_BASE = "wager_without_base"
    STAKE_INVALID = "stake_invalid"
    STAKE_BELOW_MINIMUM = "stake_below_minimum"
    STAKE_ABOVE_MAXIMUM = "stake_above_maximum"
    STAKE_OFF_INCREMENT = "stake_off_increment"
    STAKE_NOT_EQUAL = "stake_not_equal"
    STAKE_TOO_LOW_BESIDE = "stake_too_low_beside"
    STAKE_TOO_HIGH_BESIDE = "stake_too_high_beside"
    STAKE_NOT_PAYABLE = "stake_not_payable"
    PICKS_INVALID = "picks_invalid"
    TABLE_MAXIMUM = "table_maximum"
    NO_WAGERS = "no_wagers"
    BANKROLL_SHORT = "bankroll_short"

    # A round in progress.
    BETS_CLOSED = "bets_closed"
    NOT_ASKED = "not_asked"
    ALREADY_DECIDED = "already_decided"
    OPTION_NOT_OFFERED = "option_not_offered"
    NO_DEFAULT = "no_default"
    CARD_NOT_AWAITED = "card_not_awaited"
    NOT_THE_NEXT_STEP = "not_the_next_step"
    ROUND_HELD = "round_held"
    ROUND_NOT_HELD = "round_not_held"
    ROUND_OVER = "round_over"
    TEXT_INVALID = "text_invalid"

    # Records.
    RECORD_VERSION = "record_version"
    RECORD_INVALID = "record_invalid"
    RECORD_DIFFERS = "record_differs"

    # Scripts of a deal.
    SCRIPT_INVALID = "script_invalid"
    DECISION_MISSING = "decision_missing"
    DECISION_LEFT_OVER = "decision_left_over"
    CARD_LEFT_OVER = "card_left_over"
    MOMENT_NOT_REACHED = "moment_not_reached"

    # The school.
    ANSWER_INVALID = "answer_invalid"
    DRILL_UNKNOWN = "drill_unknown"
    EXAM_INVALID = "exam_invalid"
    EXAM_UNKNOWN = "exam_unknown"

    # Live tables.
    TABLE_UNKNOWN = "table_unknown"
    TABLE_NOT_OPEN = "table_not_open"
    SEAT_TAKEN = "seat_taken"
    NOT_YOUR_SEAT = "not_your_seat"
    MONEY_KIND = "money_kind"
    EXPOSURE_MAXIMUM = "exposure_maximum"
    TIPS_NOT_TAKEN = "tips_not_taken"
    NOT_ALLOWED = "not_allowed"
    POSITION_TAKEN = "position_taken"
    FORM_NOT_WAITING = "form_not_waiting"
    COUNT_DIFFERS = "count_differs"
    DECK_NOT_INSPECTED = "deck_not_inspected"
    ROUND_UNKNOWN = "round_unknown"
    ROUND_ON = "round_on"
    APPROVAL_UNKNOWN = "approval_unknown"
    REVISION_IMPOSSIBLE = "revision_impossible"
    COMMAND_INVALID = "command_invalid"
    COMMAND_ID_USED = "command_id_used"

    # The house.
    USER_UNKNOWN = "user_unknown"
    USER_EXISTS = "user_exists"
    NAME_INVALID = "name_invalid"
    PASSWORD_WEAK = "password_weak"  # noqa: S105 (a name, no password)
    LOG_IN_FAILED = "log_in_failed"
    LOG_IN_LOCKED = "log_in_locked"
    LOG_IN_NEEDED = "log_in_needed"
    PASSWORD_CHANGE_NEEDED = "password_change_needed"  # noqa: S105
    ROLES_INCOMPATIBLE = "roles_incompatible"
    GUESTS_NOT_ADMITTED = "guests_not_admitted"
    REQUEST_FORGED = "request_forged"
    TOO_MANY_REQUESTS = "too_many_requests"
    VOUCHER_UNKNOWN = "voucher_unknown"
    VOUCHER_REDEEMED = "voucher_redeemed"
    VOUCHER_NOT_HIS = "voucher_not_his"
    HOUSE_UNAVAILABLE = "house_unavailable"
    HOUSE_IN_USE = "house_in_use"
    DATABASE_INVALID = "database_invalid"
    CONFIG_INVALID = "config_invalid"

    # What bets are worth.
    WORTH_UNKNOWN = "worth_unknown"
    BET_UNKNOWN = "bet_unknown"
    STRATEGY_UNKNOWN = "strategy_unknown"
    STRATEGY_INVALID = "strategy_invalid"

    # The program around it.
    OPTIONS_CONFLICT = "options_conflict"
    OPTION_INVALID = "option_invalid"
    FILE_UNAVAILABLE = "file_unavailable"
    FILE_KIND_UNKNOWN = "file_kind_unknown"
    ADDRESS_UNAVAILABLE = "address_unavailable"
    CLUSTER_UNAVAILABLE = "cluster_unavailable"
    PACKAGE_MISSING = "package_missing"


class Rejection(Exception):
    """A refusal: `code` for programs, `detail` (a whole sentence) for people.

    `wait_s` is how long to wait before the same may be tried again, where that is known.
    """

    def __init__(self, code: Code, detail: str, *, wait_s: int | None = None) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail
        self.wait_s = wait_s

    def __str__(self) -> str:
        return self.detail

    def to_json(self) -> dict[str, str]:
        """The form in which a refusal travels: `{"code": …, "detail": …}`."""
        return {"code": self.code.value, "detail": self.detail}
