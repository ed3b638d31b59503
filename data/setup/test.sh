#!/bin/sh
# Installs what the tests need, builds Redshift (as a user does, and once more with sanitizers), and runs every suite
# that CI runs. The last line is `N passed, M failed, K skipped`; the exit status says the same. Safe to run again.
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
. data/setup/packages.sh

echo "1. Packages"
# shellcheck disable=SC2086
need $packages_to_build $packages_to_test

set_up () { # FOLDER OPTION...: sets up a build folder once
  folder=$1
  shift
  [ -f "$folder/build.ninja" ] && return 0
  meson setup "$folder" -Dwerror=true -Db_pch=true "$@" >"$folder.log" 2>&1 || {
    tail -n 20 "$folder.log" >&2
    stop "meson could not set up $folder (see $folder.log)"
  }
  rm -f "$folder.log"
}

echo "2. Builds"
set_up build-test --buildtype=release
# Faults need no quick code, but line numbers: -Og takes a quarter less than -O1 to compile, and 7 % more to run.
# object-size looks for accesses outside of objects, as address does; without it a tenth less to compile.
set_up build-asan --buildtype=debugoptimized -Doptimization=g "-Dc_args=-g1 -fno-sanitize=object-size" \
  -Db_sanitize=address,undefined -Db_lundef=false
# Both compile the same kernels.
mkdir -p build-test/test-cache
ln -sfn ../build-test/test-cache build-asan/test-cache
ninja -C build-test || stop "the build failed; its messages are above"
ninja -C build-asan || stop "the build with sanitizers failed; its messages are above"

echo "3. Tests"
exec /usr/bin/python3 tests/run.py build-test build-asan
