"""Exports: what happened, as rows of a file that other programs read."""

import asyncio
from collections.abc import AsyncIterator
from enum import StrEnum
from functools import partial
from typing import Annotated, BinaryIO, Final

from fastapi import APIRouter, Path, Query
from fastapi.responses import StreamingResponse

from croupier.house.export import EXPORTS
from croupier.house.long_readings import write_rows
from croupier.rejection import Code, Rejection
from croupier.web.answers import REFUSALS
from croupier.web.routes.parts import Accounting, Ms, OneTable, one_of
from croupier.web.schemas import or_null
from croupier.web.security import TheOffice

__all__ = ["router"]

_PIECE: Final = 256 * 1024
_TYPES: Final = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "jsonl": "application/jsonl",
    "parquet": "application/vnd.apache.parquet",
}
_FILE: Final = {"type": "string", "format": "binary"}
_ROWS: Final = {
    "anyOf": [
        {
            "type": "array",
            "items": {
                "type": "object",
                "title": f"{what.capitalize()}Row",
                "properties": {name: or_null(kind) for name, kind in columns.items()},
                "required": list(columns),
                "additionalProperties": False,
            },
        }
        for what, (columns, _) in EXPORTS.items()
    ]
}

router = APIRouter(prefix="/api", tags=["audit"], responses=REFUSALS)

What = Annotated[
    str,
    Path(
        pattern=one_of(EXPORTS),
        description="Which rows.",
        json_schema_extra={"enum": list(EXPORTS)},
    ),
]


class Format(StrEnum):
    """What kind of file."""

    CSV = "csv"
    JSON = "json"
    JSONL = "jsonl"
    PARQUET = "parquet"


@router.get(
    "/export/{what}",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "The file.",
            "content": {
                kind.split(";")[0]: {"schema": _ROWS if kind == _TYPES["json"] else _FILE}
                for kind in _TYPES.values()
            },
        }
    },
)
async def export_rows(
    office: TheOffice,
    called: Accounting,
    what: What,
    *,
    kind: Annotated[Format, Query(alias="format")] = Format.CSV,
    table: OneTable = None,
    from_ms: Ms = None,
    to_ms: Ms = None,
) -> StreamingResponse:
    """What happened, as a file of rows: of one table or all, of a period or of all time.

    Of a table where cards are out nothing is told after the beginning of that round.
    """
    del called
    if table is not None:
        office.house.table(table)
    if from_ms is not None and to_ms is not None and from_ms > to_ms:
        raise Rejection(Code.COMMAND_INVALID, "A period ends after it begins; exchange the two.")

    rows = partial(write_rows, what=what, table=table, from_ms=from_ms, to_ms=to_ms)
    file = await office.books.write_long(f"rows.{kind}", rows)
    return StreamingResponse(
        _pieces(file),
        media_type=_TYPES[kind],
        headers={"Content-Disposition": f'attachment; filename="{what}.{kind}"'},
    )


async def _pieces(file: BinaryIO) -> AsyncIterator[bytes]:
    with file:
        while piece := await asyncio.to_thread(file.read, _PIECE):
            yield piece
