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

  setup     install the Debian packages that fdr needs to be built
  build     the optimised build, with its tests, in build/release
  demo      build fdr alone, with little optimisation, in build/demo; record this machine for some
            seconds, and show what happened
  test      build and run every test: optimised, again under the address and undefined-behaviour
            sanitizers of clang, and those with threads under the thread sanitizer of gcc (random
            tests run a seeded part of their counts; tests of the installation, and those with
            threads, run if something changed that can break them)
  soak      the fuzz targets, under the sanitizers; then the optimised tests at their full counts,
            those under the sanitizers of gcc, and those with threads; then bare (some three hours on
            two processors)
  bare      demo, package and test in a Debian that has nothing but apt, made for it and deleted
            afterwards: whether the lists of packages are complete, and whether anything is left that
            runs (tests/package/bare_debian.sh)
  bench     the benchmarks, side by side with PCP
  lint      clang-format, clang-tidy, cppcheck and shellcheck
  package   a .deb in build/package

Packages that are missing are installed.  Their services do not start, and are not enabled.
USAGE
}

build_packages=(ca-certificates cmake g++ ninja-build pkg-config ccache gzip fonts-dejavu-core
  libagg-dev libarchive-dev libboost-dev libbrotli-dev libbz2-dev libcli11-dev libexpected-dev libfmt-dev
  libfreetype-dev liblzma-dev libncurses-dev libpng-dev libre2-dev libsnappy-dev libssl-dev libzstd-dev zlib1g-dev)
# What CPack asks which libraries a program needs, and which version.
package_packages=(dpkg-dev file)
# The peer, which the tests compare with, and the tools of the tests.
test_packages=("${package_packages[@]}" pcp pcp-gui pcp-testsuite libpcp3-dev libpcp-gui2-dev libpcp-import1-dev libpcp-mmv1-dev libpcp-pmda3-dev libpcp-trace2-dev
  libpcp-pmda-perl libgtest-dev gfortran
  libpcp-import-perl pcp-import-collectl2pcp pcp-import-iostat2pcp pcp-import-sar2pcp pcp-import-sheet2pcp
  pcp-export-pcp2elasticsearch pcp-export-pcp2graphite pcp-export-pcp2influxdb pcp-export-pcp2json pcp-export-pcp2spark
  pcp-export-pcp2xlsx pcp-export-pcp2xml pcp-export-pcp2zabbix python3-openpyxl
  libtext-csv-xs-perl bzip2 chromium curl fish fonts-inter iproute2 lld man-db ncompress nginx-light node-typescript openssl prometheus
  python3 redis-server tzdata valgrind xz-utils zsh zstd)
sanitizer_packages=(clang libclang-rt-14-dev)
bare_packages=(debootstrap git)
lint_packages=(clang clang-format clang-tidy cppcheck shellcheck)

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# The phases of a command, each with the second in which it began.  At the end, a command says how long each took.
phases=()
begin() {  # begin PHASE
  phases+=("$SECONDS $1")
  echo "== $1"
}

say_times() {
  local number next
  phases+=("$SECONDS end")
  echo
  for ((number = 0; number < ${#phases[@]} - 1; number++)); do
    next=${phases[number + 1]%% *}
    printf '%6d s  %s\n' $((next - ${phases[number]%% *})) "${phases[number]#* }"
  done
  printf '%6d s  together\n' "$next"
}

# Installs the named packages that are missing.  Needs root only if there are any.
need() {
  local missing=()
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] || as_root tests/package/install_quietly.sh "${missing[@]}"
}

# The peer's metrics get their names when the machine starts its collector.  This does the same without a collector.
name_peers_metrics() {
  local names=/var/lib/pcp/pmns
  [ -e $names/.NeedRebuild ] || return 0
  as_root sh -c "cd $names && ./Rebuild && rm -f .NeedRebuild" >/dev/null
}

configure() {  # configure PRESET
  local options=()
  # ccache learns the includes of a source from the compiler, so it need not preprocess the source again.
  # The language of its messages does not count: so objects are shared with a machine that has none set.
  export CCACHE_DEPEND=1 CCACHE_SLOPPINESS=locale
  command -v ccache >/dev/null && options+=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  # Some hundred programs are linked for the tests.  What users get has the linker of Debian: lld's libraries do not say
  # which versions of symbols came after which.
  command -v ld.lld >/dev/null && options+=(-DFDR_TEST_LINKER=lld)
  # Where a preset has another compiler than the build had before, CMake would forget what else the preset says.
  cmake --fresh --preset "$1" "${options[@]}" >/dev/null
}

build() {  # build PRESET [TARGET...]
  configure "$1" && cmake --build --preset "$1" ${2:+--target "${@:2}"}
}

# Whether the named files are those of the commit where the working tree left the trunk; on the trunk, those of the trunk
# of a day before, so one run a day misses nothing.  False if there is no such commit (in a shallow clone, or without git).
unchanged() {  # unchanged PATHSPEC...
  local head trunk base
  {
    head=$(git rev-parse --verify HEAD)
    trunk=$(git rev-parse --verify origin/HEAD || git rev-parse --verify origin/main || echo "$head")
    base=$(git merge-base "$head" "$trunk")
    [ "$base" != "$head" ] || base=$(git rev-list -1 --before="$(($(git log -1 --format=%ct) - 86400))" "$head")
    [ -n "$base" ] && git diff --quiet "$base" -- "$@"
  } 2>/dev/null
}

# What can break an installation: CMake files, headers, other installed files, the tests of installations.
packaging_unchanged() {
  unchanged '*CMakeLists.txt' 'archive/*.h' 'logger/*.h' 'replay/*.h' cmake docs/man \
    tools/command_line tools/completions tools/systemd \
    ':!tests' &&
    unchanged CMakePresets.json build.sh tests/CMakeLists.txt tests/install tests/package
}

# What can break a test with threads: its files, those of the libraries that it links, and what says how to build them.
threads_unchanged() {
  local folders
  mapfile -t folders <build/release/folders_with_threads
  folders=("${folders[@]/#/:(glob)}")
  unchanged CMakePresets.json '*CMakeLists.txt' cmake "${folders[@]/%//*}"
}

# Whether a run has to find everything, whatever changed, with random tests at their full counts.
complete=

test_preset() {  # test_preset PRESET
  # More tests at a time than processors, since some tests sleep most of their time.
  local parallel=$(($(nproc) + 2)) setting=() choice=()
  if [ -n "$complete" ]; then
    # At their full counts some tests take longer than the default time limit of ctest.
    choice=(--timeout 36000)
    [ "$1" != release ] || setting=(env FDR_SOAK=1)
  elif packaging_unchanged; then
    echo "No tests of the installation: nothing changed that can break it."
    choice=(--label-exclude packaging)
  fi
  "${setting[@]}" ctest --preset "$1" --parallel $parallel --output-junit tests.xml "${choice[@]}"
}

# Builds and tests each preset, even if tests of one before failed, and sums up.  Tests wait half of their time.  So
# the next preset is built beside them.
run_tests() {  # run_tests PRESET...
  local preset builder summary=() tested=() status=0
  begin "build: $1"
  build "$1" || return 1
  while [ $# -gt 0 ]; do
    preset=$1
    shift
    if [ "${1:-}" = tsan ] && [ -z "$complete" ] && threads_unchanged; then
      echo "No tests under the thread sanitizer: nothing changed that can break those with threads."
      shift
    fi
    builder=
    if [ $# -gt 0 ]; then
      set -m  # a process group, so that all of it ends with this script
      (renice -n 10 $BASHPID || true; build "$1") >"build/$1.log" 2>&1 &
      builder=$!
      set +m
      # shellcheck disable=SC2064  # the number of now
      trap "kill -- -$builder 2>/dev/null || true" EXIT
    fi
    begin "tests: $preset${builder:+ (beside the build of $1)}"
    test_preset "$preset" || status=1
    tested+=("build/$preset")
    summary+=("$preset: $(awk -F '"' '/^\ttests=/ { n = $2 } /^\tfailures=/ { print n - $2 " passed, " $2 " failed"; exit }' \
      "build/$preset/tests.xml" || echo "no result")")
    if [ -n "$builder" ]; then
      begin "build: $1 (what was left)"
      wait "$builder" || {
        cat "build/$1.log"
        summary+=("$1: not built, and so none behind it")
        status=1
        set --
      }
      trap - EXIT
    fi
  done
  tests/times.py "${tested[@]}" || status=1
  say_times
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
    begin packages
    need "${build_packages[@]}"
    begin build
    build demo
    begin demo
    tools/demo.sh build/demo/tools/fdr
    say_times
    ;;
  test)
    begin packages
    need "${build_packages[@]}" "${test_packages[@]}" "${sanitizer_packages[@]}"
    name_peers_metrics
    run_tests release asan tsan
    ;;
  soak)
    begin packages
    need "${build_packages[@]}" "${test_packages[@]}" "${sanitizer_packages[@]}"
    name_peers_metrics
    # Each part takes long: a failure does not keep the others from running.
    status=0
    begin fuzz
    build fuzz || status=1
    tests/fuzz/fuzz.sh || status=1
    begin "what no test runs"
    build release untested || status=1
    complete=1
    run_tests release asan-gcc tsan || status=1
    bare || status=1
    exit $status
    ;;
  bare)
    bare
    ;;
  bench)
    need "${build_packages[@]}" "${test_packages[@]}"
    name_peers_metrics
    build release all untested
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
    need "${build_packages[@]}" "${package_packages[@]}"
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
