"""What makes an entry a significant event, said a second time.

The tables and the house note it when they write an entry; here it is worked out from the entry's
events alone. A test holds that both know the same kinds.
"""

from collections.abc import Iterable
from typing import Final

from croupier.house import happenings as house
from croupier.house.happenings import Logged
from croupier.table import events as happened

__all__ = ["SIGNIFICANT", "significance_of"]

SIGNIFICANT: Final[dict[type[Logged], str]] = {
    # At a table.
    house.TableOpened: "table_opened",
    house.TableClosed: "table_closed",
    house.DiscrepancyNoted: "discrepancy",
    house.TerminalDoor: "terminal_door",
    house.ConnectionLost: "connection_lost",
    house.LargeWin: "large_win",
    house.RoundAbandoned: "round_abandoned",
    happened.RoundVoided: "round_voided",
    happened.SupervisorRuled: "override",
    house.RoundRevised: "override",
    house.DealerLate: "dealer_late",
    house.DecksRemoved: "decks_removed",
    happened.DeviceFailed: "device_failed",
    # In the house.
    house.HouseCrashed: "house_crashed",
    house.HouseStarted: "house_started",
    house.HouseStopped: "house_stopped",
    house.LogInFailed: "log_in_failed",
    house.LockedOut: "locked_out",
    house.RolesSet: "roles_set",
    house.PasswordSet: "password_set",
    house.UserDisabled: "user_disabled",
    house.VoucherTakenBack: "voucher_taken_back",
    house.DayClosed: "day_closed",
    house.AccessRefused: "access_refused",
}


def significance_of(events: Iterable[Logged]) -> str | None:
    """What an entry is noted as: every kind that is significant, in the order in which they came.

    What happens on paper, in a round that is revised after it was over, is not noted again.
    """
    noted: list[str] = []
    paper_left = 0
    for event in events:
        if paper_left:
            paper_left -= 1
            continue
        if isinstance(event, house.RoundRevised) and event.is_on_paper:
            paper_left = event.event_count
        name = SIGNIFICANT.get(type(event))
        if name is not None and name not in noted:
            noted.append(name)
    return ",".join(noted) if noted else None
