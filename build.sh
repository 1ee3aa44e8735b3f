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
  quick [ROOM...]
            under the address sanitizer, the unit tests of rooms (archive/check, tools/find) and of
            those that include them; by default, of the rooms that changed since the trunk
  test      what must pass before anything is merged: unit tests, and tests that run the command, under
            the address and undefined-behaviour sanitizers; comparisons with PCP, optimised; and tests
            with threads under the thread sanitizer (random tests run a seeded part of their counts;
            tests of the installation, and those with threads, run if something changed that can break
            them)
  soak [PART...]
            the rest, and every random test at its full count: each part takes at most 40 minutes on
            two processors; by default, all parts
  soak --list
            the parts, and the commit at which each passed last (tests/soak_passed)
  bare      demo, package and test in a Debian that has nothing but apt, made for it and deleted
            afterwards: whether the lists of packages are complete, and whether anything is left that
            runs (tests/package/bare_debian.sh)
  bench     the benchmarks, side by side with PCP
  lint      clang-format, clang-tidy, cppcheck and shellcheck
  package   a .deb in build/package

Packages that are missing are installed.  Their services do not start, and are not enabled.
USAGE
}

. tests/daily_tests.sh

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
  libtext-csv-xs-perl bzip2 chromium curl fish fonts-inter iproute2 lld make man-db ncompress nginx-light node-typescript openssl prometheus
  python3 redis-server tzdata valgrind xz-utils zsh zstd)
sanitizer_packages=(clang libclang-rt-14-dev)
bare_packages=(debootstrap git)
bench_packages=(strace time)
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
  local options=() launcher
  # ccache learns the includes of a source from the compiler, so it need not preprocess the source again.  The language of
  # its messages does not count: so objects are shared with a machine that has none set.  The other two are what ccache
  # asks for where headers are compiled apart; no source has the time of its compilation.
  launcher='env;CCACHE_DEPEND=1;CCACHE_SLOPPINESS=locale,pch_defines,time_macros;ccache'
  command -v ccache >/dev/null && options+=("-DCMAKE_C_COMPILER_LAUNCHER=$launcher" "-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher")
  # Some hundred programs are linked for the tests.  What users get has the linker of Debian: lld's libraries do not say
  # which versions of symbols came after which.
  command -v ld.lld >/dev/null && options+=(-DFDR_TEST_LINKER=lld)
  # Where a preset has another compiler than the build had before, CMake would forget what else the preset says.
  cmake --fresh --preset "$1" "${options[@]}" >/dev/null
}

build() {  # build PRESET [TARGET...]
  configure "$1" && cmake --build --preset "$1" ${2:+--target "${@:2}"}
}

# Builds and tests each preset, even if tests of one before failed, and sums up.  Tests wait half of their time.  So
# the next preset is built beside them.
run_tests() {
  local preset builder next summary=() tested=() status=0
  local -A target=([daily]=daily_tests [asan]=daily_tests [tsan]=thread_tests)
  local presets=(daily asan)
  begin "build: daily"
  build daily "${target[daily]}" || return 1
  if threads_unchanged; then
    echo "No tests under the thread sanitizer: nothing changed that can break those with threads."
  else
    presets+=(tsan)
  fi
  while [ ${#presets[@]} -gt 0 ]; do
    preset=${presets[0]}
    presets=("${presets[@]:1}")
    next=${presets[0]:-}
    builder=
    if [ -n "$next" ]; then
      set -m  # a process group, so that all of it ends with this script
      (renice -n 10 $BASHPID || true; build "$next" "${target[$next]}") >"build/$next.log" 2>&1 &
      builder=$!
      set +m
      # shellcheck disable=SC2064  # the number of now
      trap "kill -- -$builder 2>/dev/null || true" EXIT
    fi
    begin "tests: $preset${builder:+ (beside the build of $next)}"
    test_preset "$preset" || status=1
    tested+=("build/$preset")
    summary+=("$preset: $(counts "$preset")")
    if [ -n "$builder" ]; then
      begin "build: $next (what was left)"
      wait "$builder" || {
        cat "build/$next.log"
        summary+=("$next: not built, and so none behind it")
        status=1
        presets=()
      }
      trap - EXIT
    fi
  done
  tests/times.py "${tested[@]}" || status=1
  say_times
  printf '%s\n' "${summary[@]}"
  return $status
}

# The parts of the soak, and what is in each.
parts=(
  "fuzz-decoders   ten million inputs for the fuzz targets of decoders, with libFuzzer"
  "fuzz-files      the fuzz targets of whole archives, folios and conversations, for five minutes each"
  "units           the unit tests, optimised, with full counts; and what no test runs is built"
  "verbs           what runs the verbs, optimised, with full counts"
  "libraries       PCP's libraries beside fdr's, optimised, with full counts"
  "qa              PCP's own test suite on fdr's libpcp.so.3, optimised"
  "programs        all other tests that are optimised, with full counts; the installation and the package"
  "peer-clang      comparisons with PCP, under the sanitizers of clang"
  "units-gcc       what test runs under the sanitizers of clang, under those of gcc"
  "peer-gcc        comparisons with PCP, under the sanitizers of gcc"
  "threads         the tests with threads, under the thread sanitizer"
  "bare            what ./build.sh bare does"
)

run_part() {  # run_part PART
  # At their full counts some tests take longer than the default time limit of ctest.
  local full=(--timeout 36000)
  case "$1" in
    fuzz-decoders | fuzz-files) build fuzz && tests/fuzz/fuzz.sh "${1#fuzz-}" ;;
    units) build release all untested && FDR_SOAK=1 run_ctest release "${full[@]}" --label-regex soak --label-exclude '^qa$' ;;
    verbs | libraries)
      build release daily_tests && FDR_SOAK=1 run_ctest release "${full[@]}" --label-regex "$1" --label-exclude soak
      ;;
    qa) build release daily_tests && FDR_SOAK=1 run_ctest release "${full[@]}" --label-regex '^qa$' ;;
    programs)
      build release daily_tests && FDR_SOAK=1 run_ctest release "${full[@]}" --label-exclude 'soak|verbs|libraries|^qa$'
      ;;
    peer-clang) build asan && run_ctest asan "${full[@]}" --label-regex soak ;;
    units-gcc) build asan-gcc daily_tests && run_ctest asan-gcc "${full[@]}" --label-exclude soak ;;
    peer-gcc) build asan-gcc && run_ctest asan-gcc "${full[@]}" --label-regex soak ;;
    threads) build tsan thread_tests && run_ctest tsan "${full[@]}" ;;
    bare) bare ;;
  esac
}

# When each part passed last.  A line has the part, the commit, the day, and the seconds that it took.
passed_file=tests/soak_passed

note_pass() {  # note_pass PART SECONDS
  local commit
  commit=$(git rev-parse --short HEAD)
  git diff --quiet HEAD -- ":!$passed_file" || commit+=+changes
  sed -i "/^$1 /d" $passed_file
  echo "$1 $commit $(date +%F) $2" >>$passed_file
}

list_parts() {
  local part
  for part in "${parts[@]}"; do
    echo "$part"
    awk -v part="${part%% *}" -v never="                never passed" \
      '$1 == part { never = "                passed at " $2 ", " $3 ", in " $4 " s" } END { print never }' $passed_file
  done
}

has_part() {  # has_part PART
  printf '%s\n' "${parts[@]%% *}" | grep -qxF -- "$1"
}

# Each part takes long: a failure does not keep the others from running.
soak() {  # soak PART...
  local part start status=0
  for part in "$@"; do
    begin "$part"
    start=$SECONDS
    if run_part "$part"; then
      note_pass "$part" $((SECONDS - start))
    else
      echo "build.sh: the part $part failed" >&2
      status=1
    fi
  done
  say_times
  return $status
}

# The folders with sources that differ from the trunk.
changed_rooms() {
  local base
  base=$(left_trunk_at 2>/dev/null)
  {
    git diff --name-only --diff-filter=d "$base"
    git ls-files --others --exclude-standard
  } | sed -n -E 's,^((archive|replay|logger|tools|tests)(/.*)?)/[^/]*\.(cc|h|c)$,\1,p' | sort -u
}

quick() {  # quick ROOM...
  local rooms=("$@")
  [ $# -gt 0 ] || mapfile -t rooms < <(changed_rooms)
  if [ ${#rooms[@]} -eq 0 ]; then
    echo "No source differs from the trunk."
    return
  fi
  [ -e build/asan/build.ninja ] || configure asan  # later, the build does it if it must
  tests/quick.py build/asan "${rooms[@]}"
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
  quick)
    need "${build_packages[@]}" "${test_packages[@]}" "${sanitizer_packages[@]}"
    quick "${@:2}"
    ;;
  test)
    begin packages
    need "${build_packages[@]}" "${test_packages[@]}" "${sanitizer_packages[@]}"
    name_peers_metrics
    run_tests
    ;;
  soak)
    if [ "${2:-}" = --list ]; then
      list_parts
      exit
    fi
    [ $# -gt 1 ] || set -- soak "${parts[@]%% *}"
    for part in "${@:2}"; do
      has_part "$part" || { echo "build.sh: soak has no part $part: see ./build.sh soak --list" >&2; exit 2; }
    done
    begin packages
    need "${build_packages[@]}" "${test_packages[@]}" "${sanitizer_packages[@]}"
    name_peers_metrics
    soak "${@:2}"
    ;;
  bare)
    bare
    ;;
  bench)
    need "${build_packages[@]}" "${test_packages[@]}" "${bench_packages[@]}"
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
    python3 tests/bench/copy_bench.py build/release
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
