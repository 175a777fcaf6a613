#!/bin/sh
# Makes .venv with what one kind of work needs, exactly as locked in requirements/.
#
#     tools/setup.sh run     the program itself
#     tools/setup.sh dev     its checks and tests      (also: docs, bench)
#
# PYTHON=/path/to/python chooses the Python. Packages come through pip from the index it is
# set to use.
#
# Needs Python 3.11 or newer with venv, and for the tests PostgreSQL and Chromium. Where one is
# missing, it comes from Debian: by itself as root or with passwordless sudo, otherwise this says
# what to install and stops.
set -eu
cd "$(dirname "$0")/.."
here=$(pwd -P)
group=$1

is_new_enough='import sys; sys.exit(sys.version_info < (3, 11))'

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        candidates=$PYTHON
    else
        candidates="python3.11 python3.12 python3.13 python3.14 python3"
    fi
    for candidate in $candidates; do
        if "$candidate" -c "$is_new_enough" >/dev/null 2>&1; then
            "$candidate" -c 'import sys; print(sys.executable)'
            return
        fi
    done
}

has_postgresql() {
    command -v postgres >/dev/null 2>&1 ||
        ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1
}

# install_from_debian WHY PACKAGE...
install_from_debian() {
    why=$1
    shift
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "setup: $why, and this is no Debian system. Install what Debian calls: $*" >&2
        exit 1
    elif [ "$(id -u)" -eq 0 ]; then
        as_root=
    elif sudo -n true >/dev/null 2>&1; then
        as_root=sudo
    else
        echo "setup: $why. Install it, then run make again:" >&2
        echo "    sudo apt-get install $*" >&2
        echo "(Python must be 3.11 or newer; PYTHON=/path/to/python make … chooses another.)" >&2
        exit 1
    fi
    echo "setup: $why; installing $* from Debian"
    $as_root apt-get update -qq
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@"
}

# A .venv that was cut short, moved here, or whose Python is gone is of no use.
if [ -e .venv ]; then
    if [ "$(cat .venv/.made-in 2>/dev/null)" != "$here" ] ||
        ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
        echo "setup: .venv is broken or was made elsewhere; making it anew"
        rm -rf .venv
    fi
fi

if [ ! -e .venv ]; then
    python=$(find_python)
    if [ -z "$python" ] && [ -n "${PYTHON:-}" ]; then
        echo "setup: PYTHON=$PYTHON is not a Python 3.11 or newer" >&2
        exit 1
    fi
    if [ -z "$python" ]; then
        install_from_debian "there is no Python 3.11 or newer" python3 python3-venv
        python=$(find_python)
        if [ -z "$python" ]; then
            echo "setup: Debian's python3 is older than 3.11; set PYTHON to a newer one" >&2
            exit 1
        fi
    fi
    if ! "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
        version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        install_from_debian "$python has no venv" "python$version-venv"
    fi
    echo "setup: making .venv with $python"
    "$python" -m venv .venv
    echo "$here" >.venv/.made-in
fi

if [ "$group" = dev ]; then
    # The tests start servers and browsers of their own, and need none that runs already.
    missing=
    has_postgresql || missing="postgresql"
    command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
    if [ -n "$missing" ]; then
        # shellcheck disable=SC2086
        install_from_debian "the tests start what is not here" $missing
    fi
fi

count=$(grep -c '^[a-z].*==' "requirements/$group.txt")
echo "setup: installing $count locked packages for '$group' (a minute or so the first time)"
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-compile \
    --no-deps --require-hashes --only-binary :all: -r "requirements/$group.txt"
# On all cores, which pip would do on one, and without the packages' own tests. What cannot be
# compiled is nobody's Python of today.
.venv/bin/python -m compileall -q -q -j 0 -x '/tests/' .venv/lib >/dev/null || :
.venv/bin/python -m pip install --quiet --disable-pip-version-check \
    --no-deps --no-build-isolation --editable .
if ! problems=$(.venv/bin/python -m pip --disable-pip-version-check check); then
    echo "setup: what is locked does not go together: $problems" >&2
    exit 1
fi
touch ".venv/.$group"
