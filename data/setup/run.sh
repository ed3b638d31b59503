#!/bin/sh
# Installs what is needed to build and run Redshift, builds it into build/, runs the main example and shows the result:
# in the IDE when there is a display, else as text. Safe to run again.
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/../.."
. data/setup/packages.sh

echo "1. Packages"
# shellcheck disable=SC2086
need $packages_to_build

echo "2. Build (release, into build/)"
if [ ! -f build/build.ninja ]; then
  meson setup build --buildtype=release -Db_pch=true >build-setup.log 2>&1 || {
    tail -n 20 build-setup.log >&2
    stop "meson could not set up build/ (see build-setup.log)"
  }
  rm -f build-setup.log
fi
ninja -C build || stop "the build failed; its messages are above"

echo "3. Local contrast of examples/images/scene.png"
build/ide/cli/redshift-cli run --profile build/local-contrast.rstrace \
  examples/local-contrast.q examples/images/scene.png build/local-contrast.png

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && [ -x build/ide/app/redshift-ide ]; then
  echo "4. The IDE, with the program, its result and its trace"
  exec build/ide/app/redshift-ide examples/local-contrast.q build/local-contrast.png build/local-contrast.rstrace
fi
echo "4. Where the time went (no display: as text)"
build/ide/cli/redshift-cli trace summary build/local-contrast.rstrace
echo
echo "The result:  build/local-contrast.png"
echo "The trace:   build/local-contrast.rstrace"
echo "With a display: build/ide/app/redshift-ide examples/local-contrast.q build/local-contrast.png" \
  "build/local-contrast.rstrace"
