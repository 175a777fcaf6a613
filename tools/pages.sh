#!/bin/sh
# Builds the pages in frontend/ into the package, in src/croupier/web/built, if anything they are
# made of has changed since.
#
#     tools/pages.sh            builds them
#     tools/pages.sh packages   only installs what builds and checks them, in frontend/node_modules
set -eu
cd "$(dirname "$0")/.."
built=src/croupier/web/built

wanted="$(cd frontend && cksum package.json package-lock.json .npmrc | cksum) $(uname -sm)"
if [ "$(cat frontend/node_modules/.made-of 2>/dev/null)" != "$wanted" ]; then
    echo "pages: installing what builds the pages (half a minute or so the first time)"
    tools/npm.sh ci --no-audit --no-fund --loglevel=error >/dev/null
    echo "$wanted" >frontend/node_modules/.made-of
fi
if [ "${1:-}" = packages ]; then
    exit
fi

# Told by names and contents, so that dates do not matter. Tests of the pages are no part of them.
wanted=$(
    cd frontend
    find . -path ./node_modules -prune -o -type f ! -name '*.test.ts' -print |
        LC_ALL=C sort | tr '\n' '\0' | xargs -0 cksum | cksum
)
if [ "$(cat $built/.made-of 2>/dev/null)" != "$wanted" ]; then
    echo "pages: building them"
    rm -f $built/.made-of
    tools/npm.sh run --silent build -- --logLevel=warn
    echo "$wanted" >$built/.made-of
fi
