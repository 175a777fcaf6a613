"""Files that are there whole, or not at all."""

import os
import tempfile
from pathlib import Path

from croupier.quoting import quoted
from croupier.rejection import Code, Rejection

__all__ = ["write_whole"]


def write_whole(name: str, data: bytes) -> None:
    """Writes into a file of another name first, which then takes the name's place.

    What is no plain file, like a pipe, keeps its place and is written to.
    """
    made = None
    try:
        path = Path(name).resolve()
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
        with tempfile.NamedTemporaryFile(
            dir=path.parent, prefix=f".{path.name[:100]}-", delete=False
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
    except (OSError, ValueError, RuntimeError) as problem:
        raise Rejection(
            Code.FILE_UNAVAILABLE,
            f"The file {quoted(name, longest=100)} cannot be written: "
            f"{getattr(problem, 'strerror', None) or problem}.",
        ) from None
    finally:
        if made is not None:
            made.unlink(missing_ok=True)
