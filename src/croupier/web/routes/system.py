"""For whoever watches the server: health, readiness, figures."""

from typing import Literal

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector
from pydantic import BaseModel

from croupier import __version__
from croupier.house.house import House
from croupier.web.security import TheOffice

__all__ = ["router"]

router = APIRouter(tags=["system"])

_COUNTED = {"rounds", "entries", "commits", "changes"}
_ABOUT = {
    "tables": "Tables there are.",
    "tables_open": "Tables that are open.",
    "seats_taken": "Seats taken.",
    "rounds": "Rounds begun.",
    "viewers": "Viewers of tables, by socket.",
    "entries": "Entries in the log.",
    "commits": "Transactions since the start.",
    "changes": "Entries written since the start.",
    "tables_held": "Tables held because of a fault in the program.",
    "waiting": "Entries decided and not yet durable.",
}


class _Figures(Collector):
    """The figures of a house, read when they are asked for."""

    def __init__(self, house: House) -> None:
        self._house = house

    def collect(self) -> list[GaugeMetricFamily | CounterMetricFamily]:
        """All of them."""
        found: list[GaugeMetricFamily | CounterMetricFamily] = []
        for name, value in self._house.figures().items():
            kind = CounterMetricFamily if name in _COUNTED else GaugeMetricFamily
            found.append(kind(f"croupier_{name}", _ABOUT[name], value=value))
        refused = CounterMetricFamily(
            "croupier_refusals",
            "Requests, messages and commands refused, by code.",
            labels=["code"],
        )
        for code, count in self._house.refusals.counts.items():
            refused.add_metric([code], count)
        is_working = self._house.problem is None and not self._house.is_stopping
        working = GaugeMetricFamily(
            "croupier_working", "1 while commands are taken.", value=int(is_working)
        )
        return [*found, refused, working]


class Health(BaseModel):
    """The server answers."""

    status: Literal["ok"]
    version: str


class Readiness(BaseModel):
    """Whether commands are taken."""

    status: Literal["ready", "stopping", "the books cannot be written"]


@router.head("/health", include_in_schema=False)
@router.get("/health")
async def health() -> Health:
    """Whether the server answers."""
    return Health(status="ok", version=__version__)


@router.head("/ready", include_in_schema=False)
@router.get("/ready", responses={503: {"description": "It is not.", "model": Readiness}})
async def ready(response: Response, office: TheOffice) -> Readiness:
    """Whether commands are taken: 503 when the books cannot be written, or it is stopping."""
    house = office.house
    if house.problem is None and not house.is_stopping:
        return Readiness(status="ready")
    response.status_code = 503
    return Readiness(status="stopping" if house.problem is None else "the books cannot be written")


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(office: TheOffice) -> Response:
    """Figures in the form that Prometheus reads."""
    registry = CollectorRegistry()
    registry.register(_Figures(office.house))
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
