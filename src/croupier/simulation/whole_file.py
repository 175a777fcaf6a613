"""Files that are there whole, or not at all."""

import os
import tempfile
from pathlib import Path

from croupier.quoting import quoted
from croupier.rejection import Code, Rejection

__all__ = ["write_whole"]


def write_whole(name: str, data: bytes) -> None:
    """Writes into a file of another name first, which then takes the name's place."""
    path = Path(name)
    made = None
    try:
        with tempfile.NamedTemporaryFile(
            dir=path.resolve().parent, prefix=f".{path.name}-", delete=False
        ) as file:
            made = Path(file.name)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        # As any other new file would be; a temporary one is readable by nobody else.
        mask = os.umask(0)
        os.umask(mask)
        made.chmod(0o666 & ~mask)
        made.replace(path)
    except OSError as problem:
        raise Rejection(
            Code.FILE_UNAVAILABLE,
            f"{quoted(name, longest=100)} cannot be written: {problem.strerror or problem}.",
        ) from None
    finally:
        if made is not None:
            made.unlink(missing_ok=True)
