"""Logs of the server: one line for each thing, for people or, as JSON, for programs."""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

__all__ = ["set_up_logs"]

_TOLD_OTHERWISE = frozenset(
    {
        "Invalid HTTP request received.",
        "Unsupported upgrade request.",
        "Invalid UTF-8 sequence received from client.",
    }
)
"""What uvicorn tells of each stranger who sends nonsense; its guards say who, and not each time."""

_PLAIN = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "taskName"}


class _JsonLines(logging.Formatter):
    """A JSON object a line: time, level, logger, message, and whatever else was given."""

    def format(self, record: logging.LogRecord) -> str:
        """The line for a record."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {key: value for key, value in record.__dict__.items() if key not in _PLAIN}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def _is_news(record: logging.LogRecord) -> bool:
    return record.msg not in _TOLD_OTHERWISE


def set_up_logs(*, are_json: bool) -> None:
    """Has everything from warnings on, and what the house itself tells, written to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    if are_json:
        handler.setFormatter(_JsonLines())
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    logging.getLogger("croupier").setLevel(logging.INFO if are_json else logging.WARNING)
