# What has to be on a Debian 12 machine, and how to get it there. Sourced by run.sh and test.sh, from the project's
# root.
# SPDX-License-Identifier: Apache-2.0

packages_to_build="gcc libc6-dev binutils meson ninja-build pkg-config libglib2.0-dev libsqlite3-dev libpng-dev
  libjpeg62-turbo-dev libtiff-dev libwebp-dev libjansson-dev libmatio-dev libcairo2-dev libedit-dev
  libopenblas0-pthread libfftw3-dev libgtk-4-dev libepoxy-dev libadwaita-1-dev libpanel-dev libgtksourceview-5-dev
  opencl-c-headers adwaita-icon-theme fonts-dejavu-core"
packages_to_test="xvfb xauth dbus at-spi2-core python3 python3-gi python3-numpy python3-scipy python3-pil
  gir1.2-atspi-2.0 clang-format-14 xdotool openbox imagemagick locales pocl-opencl-icd ocl-icd-libopencl1
  libegl1 libgl1-mesa-dri gettext"

# stop SENTENCE: says why nothing more can be done, and ends.
stop () {
  printf 'redshift: %s\n' "$1" >&2
  exit 1
}

# need PACKAGE...: installs those that are missing; asks for sudo only when not root.
need () {
  missing=
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
  done
  [ -z "$missing" ] && return 0
  command -v apt-get >/dev/null 2>&1 \
    || stop "these packages are missing, and there is no apt-get to install them:$missing"
  echo "redshift: installing$missing"
  as_root=
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null 2>&1 || stop "these packages are missing; install them as root and try again:$missing"
    as_root=sudo
  fi
  log=$(mktemp)
  install="env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends"
  # shellcheck disable=SC2086
  if ! $as_root $install $missing >"$log" 2>&1; then
    # The package lists may be missing or old.
    if ! { $as_root apt-get update -qq && $as_root $install $missing; } >"$log" 2>&1; then
      tail -n 5 "$log" >&2
      rm -f "$log"
      stop "apt-get could not install:$missing (its last words are above)"
    fi
  fi
  rm -f "$log"
}
