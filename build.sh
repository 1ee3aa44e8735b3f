#!/usr/bin/env bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# The one entry point: sets up a Debian 12 machine, builds, and runs the command.  See usage below.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

usage() {
  cat <<'USAGE'
usage: ./build.sh COMMAND

  setup     install the Debian packages that the build needs
  build     the optimised build, in build/release
  demo      build, record this machine for some seconds, and show what happened
  test      build and run every test: optimised, again under the address and undefined-behaviour
            sanitizers of clang, and those with threads under the thread sanitizer of gcc (random
            tests run a seeded part of their counts; tests of the installation run if something
            changed that can break it)
  soak      the fuzz targets, under the sanitizers; then the optimised tests at their full counts,
            and those under the sanitizers of gcc; then bare (some three hours on two processors)
  bare      demo and test in a Debian that has nothing but apt, made for it and deleted
            afterwards: whether the lists of packages are complete (tests/package/bare_debian.sh)
  bench     the benchmarks, side by side with PCP
  lint      clang-format, clang-tidy, cppcheck and shellcheck
  package   a .deb in build/package
USAGE
}

build_packages=(ca-certificates cmake g++ ninja-build pkg-config ccache gzip fonts-dejavu-core
  libagg-dev libarchive-dev libboost-dev libbrotli-dev libbz2-dev libcli11-dev libexpected-dev libfmt-dev
  libfreetype-dev liblzma-dev libncurses-dev libpng-dev libre2-dev libsnappy-dev libssl-dev libzstd-dev zlib1g-dev)
# The peer, which the tests compare with, and the tools of the tests.  CPack needs the command file.
test_packages=(pcp pcp-gui pcp-testsuite libpcp3-dev libpcp-gui2-dev libpcp-import1-dev libpcp-mmv1-dev libpcp-pmda3-dev libpcp-trace2-dev
  libpcp-pmda-perl libgtest-dev gfortran
  libpcp-import-perl pcp-import-collectl2pcp pcp-import-iostat2pcp pcp-import-sar2pcp pcp-import-sheet2pcp
  pcp-export-pcp2elasticsearch pcp-export-pcp2graphite pcp-export-pcp2influxdb pcp-export-pcp2json pcp-export-pcp2spark
  pcp-export-pcp2xlsx pcp-export-pcp2xml pcp-export-pcp2zabbix python3-openpyxl
  libtext-csv-xs-perl bzip2 chromium curl dpkg-dev file fish fonts-inter man-db ncompress nginx-light node-typescript openssl prometheus
  python3 redis-server tzdata valgrind xz-utils zsh zstd)
sanitizer_packages=(clang libclang-rt-14-dev)
bare_packages=(debootstrap git)
lint_packages=(clang clang-format clang-tidy cppcheck shellcheck)

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# Installs the named packages that are missing.  Needs root only if there are any.
need() {
  local missing=()
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  echo "Installing: ${missing[*]}"
  as_root apt-get update -qq
  as_root env SYSTEMD_OFFLINE=1 DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# The peer's metrics get their names when the machine starts its collector.  This does the same without a collector.
name_peers_metrics() {
  local names=/var/lib/pcp/pmns
  [ -e $names/.NeedRebuild ] || return 0
  as_root sh -c "cd $names && ./Rebuild && rm -f .NeedRebuild" >/dev/null
}

configure() {  # configure PRESET
  local launcher=()
  # ccache learns the includes of a source from the compiler, so it need not preprocess the source again.
  # The language of its messages does not count: so objects are shared with a machine that has none set.
  export CCACHE_DEPEND=1 CCACHE_SLOPPINESS=locale
  command -v ccache >/dev/null && launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  # Where a preset has another compiler than the build had before, CMake would forget what else the preset says.
  cmake --fresh --preset "$1" "${launcher[@]}" >/dev/null
}

build() {  # build PRESET [TARGET...]
  configure "$1"
  cmake --build --preset "$1" ${2:+--target "${@:2}"}
}

# Whether nothing changed that can break an installation: CMake files, headers, other installed files, the tests of
# installations.  Compares the working tree with the commit where it left the trunk; on the trunk, with the trunk of a day
# before, so one run a day misses nothing.  False if there is no such commit (in a shallow clone, or without git).
packaging_unchanged() {
  local head trunk base
  {
    head=$(git rev-parse --verify HEAD)
    trunk=$(git rev-parse --verify origin/HEAD || git rev-parse --verify origin/main || echo "$head")
    base=$(git merge-base "$head" "$trunk")
    [ "$base" != "$head" ] || base=$(git rev-list -1 --before="$(($(git log -1 --format=%ct) - 86400))" "$head")
    [ -n "$base" ] &&
      git diff --quiet "$base" -- '*CMakeLists.txt' 'archive/*.h' 'logger/*.h' 'replay/*.h' cmake docs/man \
        tools/completions tools/systemd ':!tests' &&
      git diff --quiet "$base" -- CMakePresets.json build.sh tests/CMakeLists.txt tests/install tests/package
  } 2>/dev/null
}

# Builds and tests each preset, even if tests of an earlier one failed, and sums up.  SOAKED names the presets
# whose random tests run at their full counts.
run_tests() {  # run_tests PRESET...
  # More tests at a time than processors, since some tests sleep most of their time.
  local preset summary=() status=0 parallel=$(($(nproc) + 2))
  for preset in "$@"; do
    build "$preset"
    local soak=() choice=()
    if [[ " ${SOAKED:-} " == *" $preset "* ]]; then
      # At their full counts some tests take longer than the default time limit of ctest.
      soak=(env FDR_SOAK=1) choice=(--timeout 36000)
    elif packaging_unchanged; then
      echo "No tests of the installation: nothing changed that can break it."
      choice=(--label-exclude packaging)
    fi
    "${soak[@]}" ctest --preset "$preset" --parallel $parallel --output-junit tests.xml "${choice[@]}" || status=1
    summary+=("$preset: $(awk -F '"' '/^\ttests=/ { n = $2 } /^\tfailures=/ { print n - $2 " passed, " $2 " failed"; exit }' \
      "build/$preset/tests.xml")")
  done
  printf '%s\n' "${summary[@]}"
  return $status
}

bare() {
  need "${bare_packages[@]}"
  as_root tests/package/bare_debian.sh
}

case "${1:-}" in
  setup)
    need "${build_packages[@]}"
    ;;
  build)
    need "${build_packages[@]}" "${test_packages[@]}"
    build release
    ;;
  demo)
    need "${build_packages[@]}" "${test_packages[@]}"
    build release fdr
    tools/demo.sh build/release/tools/fdr
    ;;
  test)
    need "${build_packages[@]}" "${test_packages[@]}" "${sanitizer_packages[@]}"
    name_peers_metrics
    run_tests release asan tsan
    ;;
  soak)
    need "${build_packages[@]}" "${test_packages[@]}" "${sanitizer_packages[@]}"
    name_peers_metrics
    build fuzz
    # Each part takes long: a failure does not keep the others from running.
    status=0
    tests/fuzz/fuzz.sh || status=1
    SOAKED=release run_tests release asan-gcc || status=1
    bare || status=1
    exit $status
    ;;
  bare)
    bare
    ;;
  bench)
    need "${build_packages[@]}" "${test_packages[@]}"
    name_peers_metrics
    build release
    python3 tests/bench/pass_bench.py build/release
    python3 tests/bench/compare.py build/release
    python3 tests/bench/record_bench.py build/release
    python3 tests/bench/fleet_bench.py build/release
    python3 tests/bench/serve_bench.py build/release
    python3 tests/bench/series_bench.py build/release
    python3 tests/bench/web_bench.py build/release
    python3 tests/bench/viewer_bench.py build/release
    tests/bench/page_bench.py build/release
    python3 tests/bench/hosting_bench.py build/release
    python3 tests/bench/trace_bench.py build/release
    python3 tests/bench/mmv_bench.py build/release
    python3 tests/bench/agent_bench.py build/release
    python3 tests/bench/tools_bench.py build/release
    ;;
  lint)
    need "${build_packages[@]}" "${test_packages[@]}" "${lint_packages[@]}"
    configure lint
    tests/lint.sh build/lint
    ;;
  package)
    need "${build_packages[@]}" "${test_packages[@]}"
    rm -f build/package/*.deb
    build package all package
    tests/package/package_test.sh build/package
    ls build/package/*.deb
    ;;
  -h | --help | help)
    usage
    ;;
  *)
    usage >&2
    exit 2
    ;;
esac
