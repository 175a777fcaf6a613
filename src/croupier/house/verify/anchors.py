"""Where chains stood when days were closed: nothing before can have been changed since."""

from croupier.house.verify.findings import Place, wrong
from croupier.house.verify.money import Impossible

__all__ = ["Anchors"]


class Anchors:
    """Where chains stood when days were closed: chain by chain, the hash of an entry."""

    def __init__(self) -> None:
        self._hashes: dict[int, dict[int, tuple[str, str]]] = {}

    def add(self, day: str, chain: int, entry: int, digest: str) -> None:
        """A chain had so many entries when a day was closed, and the last had that hash.

        Refuses what contradicts a day before: else the last one would excuse everything.
        """
        known = self._hashes.setdefault(chain, {})
        before = next(reversed(known), 0)
        if entry < before:
            raise Impossible(
                f"chain {chain} is said to have {entry} entries; when {known[before][1]} was "
                f"closed it had {before}."
            )
        was, of_day = known.get(entry, (digest, day))
        if was != digest:
            raise Impossible(
                f"entry {entry} of chain {chain} is said to have the hash {digest}; when {of_day} "
                f"was closed it was {was}."
            )
        known.setdefault(entry, (digest, day))

    def check(self, chain: int, entry: int, digest: str) -> None:
        """Refuses an entry that is not what it was when a day was closed."""
        known = self._hashes.get(chain, {}).pop(entry, None)
        if known is not None and known[0] != digest:
            raise wrong(
                Place(chain, entry),
                f"its hash is {digest}; when the day {known[1]} was closed it was {known[0]}.",
            )

    def end(self, chain: int) -> None:
        """Refuses a chain that has fewer entries than when a day was closed."""
        for entry, (_, day) in sorted(self._hashes.pop(chain, {}).items()):
            if entry:
                raise wrong(
                    Place(chain, entry), f"it is missing; it was there when {day} was closed."
                )

    def chains(self) -> list[int]:
        """The chains that have not been looked at."""
        return sorted(self._hashes)
