#!/bin/sh
# Resolves the dependencies of pyproject.toml into requirements/*.txt: exact versions
# with hashes, for every supported Python, and no address of any registry.
set -eu
cd "$(dirname "$0")/.."

if [ ! -x .venv-lock/bin/uv ]; then
    "${PYTHON:-python3}" -m venv .venv-lock
    .venv-lock/bin/python -m pip install --quiet uv
fi

lock() {
    name=$1
    shift
    UV_PYTHON_DOWNLOADS=never .venv-lock/bin/uv pip compile "$@" \
        --quiet --universal --python .venv-lock/bin/python --python-version 3.11 \
        --generate-hashes --no-annotate --no-emit-index-url --no-emit-find-links \
        --custom-compile-command "make lock" --output-file "requirements/$name.txt"
}

# Node, where the machine has none: for nothing but to build the pages.
lock node --group node

# The other three are held to the versions that the program itself runs with.
lock run pyproject.toml --extra cluster --extra parquet --group build
for name in dev docs bench; do
    lock "$name" pyproject.toml --extra cluster --extra parquet --group build --group "$name" \
        --constraint requirements/run.txt
done
