"""What people are in the house."""

from enum import StrEnum

__all__ = ["Role"]


class Role(StrEnum):
    """What somebody is in the house."""

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"
