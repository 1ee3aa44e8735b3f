#!/usr/bin/env bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# The one entry point: sets up a Debian 12 machine, builds, and does what is asked.  See usage below.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

usage() {
  cat <<'END'
usage: ./build.sh COMMAND

  setup     install the Debian packages that the build needs
  build     setup, then build the optimised tree in build/release
  demo      build, then show what fdr does, on a bundled archive
  test      build and run every test: release, then again under the address and
            undefined-behaviour sanitizers (random tests run a seeded part of their counts)
  soak      the random and damage tests at their full counts, and the fuzz targets
  bench     the benchmarks, side by side with PCP
  package   a .deb in build/package
END
}

build_packages=(ca-certificates cmake g++ ninja-build pkg-config ccache
  libarchive-dev libboost-dev libcli11-dev libexpected-dev libfmt-dev libhowardhinnant-date-dev liblzma-dev libzstd-dev
  zlib1g-dev)
# The peer, which the tests compare with, and what they are written in.
test_packages=(pcp pcp-testsuite libpcp3-dev libpcp-import1-dev libgtest-dev libbenchmark-dev
  bzip2 gzip ncompress xz-utils zstd python3 tzdata)
fuzz_packages=(clang libclang-rt-14-dev)

# Installs what is missing of the named packages; needs root only then.
need() {
  local missing=()
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  local sudo=()
  [ "$(id -u)" -eq 0 ] || sudo=(sudo)
  echo "Installing: ${missing[*]}"
  "${sudo[@]}" apt-get update -qq
  "${sudo[@]}" env SYSTEMD_OFFLINE=1 DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

build() {  # build PRESET
  local launcher=()
  command -v ccache >/dev/null && launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  cmake --preset "$1" "${launcher[@]}" >/dev/null
  cmake --build --preset "$1"
}

case "${1:-}" in
  setup)
    need "${build_packages[@]}"
    ;;
  build)
    need "${build_packages[@]}" "${test_packages[@]}"
    build release
    ;;
  test)
    need "${build_packages[@]}" "${test_packages[@]}"
    build release
    ctest --preset release
    build asan
    ctest --preset asan
    ;;
  -h | --help | help)
    usage
    ;;
  *)
    usage >&2
    exit 2
    ;;
esac
