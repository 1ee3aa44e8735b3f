#!/usr/bin/env bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Runs the tests of `./build.sh test` while four compilers keep the processors busy, and something writes to the disk.  So a
# test that depends on the moment fails.  In the last of several runs, each test begins a second before midnight, UTC.  Each
# run adds a line to tests/flaky_log: the commit, the day, what kind of run it was, how many tests ran and failed, the seconds, and the
# names of those that failed.
#
# ./build.sh test must have built the tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tests/daily_tests.sh

usage() {
  cat <<'USAGE'
usage: tests/flaky.sh [--runs N] [--preset daily|asan] [--midnight] [--tests REGEX]

  --runs N        default 1; in the last of several, each test begins a second before midnight
  --preset NAME   only this build; by default, the optimised one, and the one with sanitizers
  --midnight      in all runs, each test begins a second before midnight; not with --preset asan
  --tests REGEX   only these tests; the line is printed, and not added to the log
USAGE
}

log_file=tests/flaky_log
runs=1 presets=(daily asan) tests='' always_midnight=''
while [ $# -gt 0 ]; do
  case "$1" in
    --runs) runs=$2 && shift ;;
    --preset) presets=("$2") && shift ;;
    --midnight) always_midnight=yes ;;
    --tests) tests=$2 && shift ;;
    -h | --help) usage && exit ;;
    *) usage >&2 && exit 2 ;;
  esac
  shift
done

for preset in "${presets[@]}"; do
  [ -e "build/$preset/build.ninja" ] || { echo "flaky.sh: build/$preset is not built: ./build.sh test" >&2; exit 2; }
done

# A sanitizer has functions of its own in the place of those of tests/shifted_clock.c: at midnight, only the optimised build
# runs.
runs_at_midnight=()
for preset in "${presets[@]}"; do
  [ "$preset" = asan ] || runs_at_midnight+=("$preset")
done
if [ ${#runs_at_midnight[@]} = 0 ]; then
  [ -z "$always_midnight" ] || { echo "flaky.sh: --midnight does not work with --preset asan" >&2; exit 2; }
  [ "$runs" -le 1 ] || echo "The last run is no run at midnight, which the build with sanitizers cannot do."
fi

# Prometheus is written in Go, and CMake asks the kernel itself for times of files.  So what runs them does not come to
# midnight with the others.
not_at_midnight='^(prometheus_scrape|remote_read_prometheus|build_guide_programs|guide_test|headers_compile_alone|'
not_at_midnight+='install_test|make_package|package_test)$'

# On the disk: /tmp may be in memory.
scratch=$(mktemp -d "$PWD/build/flaky-XXXXXX")
loads=()

compile() {  # compile OBJECT
  g++ -std=c++20 -O2 -I "build/${presets[0]}/include" -c -o "$scratch/$1.o" archive/check/check_data.cc
}

# The loads also end if this script is killed, and so cannot end them.
compile_again_and_again() {
  while kill -0 $$; do
    compile "$1"
  done
}

write_again_and_again() {
  while kill -0 $$; do
    dd if=/dev/zero of="$scratch/file" bs=1M count=64 conv=fsync
  done
}

# Each in a process group of its own, which ends as a whole.
begin_load() {
  local number
  compile 0  # so that it is seen if it fails
  set -m
  for number in 1 2 3 4; do
    compile_again_and_again "$number" >/dev/null 2>&1 &
    loads+=($!)
  done
  write_again_and_again >/dev/null 2>&1 &
  loads+=($!)
  set +m
}

# shellcheck disable=SC2317  # called by the trap
end_load() {
  local load
  for load in "${loads[@]}"; do
    kill -- -"$load" 2>/dev/null || true
    wait "$load" 2>/dev/null || true
  done
  loads=()
  rm -rf "$scratch"
}
trap end_load EXIT
trap 'exit 130' INT TERM

run_tests_of() {  # run_tests_of PRESET KIND
  local options=()
  [ -z "$tests" ] || options=(--tests-regex "$tests")
  if [ "$2" = midnight ]; then
    options+=(--schedule-random --exclude-regex "$not_at_midnight")
    LD_PRELOAD=$scratch/clock.so test_preset "$1" "${options[@]}"
  else
    test_preset "$1" "${options[@]}"
  fi
}

failures_of() {  # failures_of PRESET
  python3 - "build/$1/tests.xml" <<'PYTHON'
import sys
import xml.etree.ElementTree

print(*[case.get('name') for case in xml.etree.ElementTree.parse(sys.argv[1]).iter('testcase') if case.get('status') == 'fail'])
PYTHON
}

note() {  # note PRESET KIND SECONDS
  local commit line
  commit=$(git rev-parse --short HEAD)
  git diff --quiet HEAD -- ":!$log_file" || commit+=+changes
  line="$commit $(date +%F) $1 $2: $(counts "$1"), $3 s $(failures_of "$1")"
  echo "${line% }"
  [ -n "$tests" ] || echo "${line% }" >>"$log_file"
}

run_once() {  # run_once KIND PRESET...
  local preset start status=0
  for preset in "${@:2}"; do
    rm -f "build/$preset/tests.xml"
    start=$SECONDS
    run_tests_of "$preset" "$1" || status=1
    note "$preset" "$1" $((SECONDS - start))
  done
  return $status
}

begin_load
status=0
for ((run = 1; run <= runs; run++)); do
  kind=busy of=("${presets[@]}")
  if [ -n "$always_midnight" ] || { [ ${#runs_at_midnight[@]} -gt 0 ] && [ "$runs" -gt 1 ] && [ "$run" -eq "$runs" ]; }; then
    kind=midnight of=("${runs_at_midnight[@]}")
    gcc -shared -fPIC -O1 -o "$scratch/clock.so" tests/shifted_clock.c
  fi
  echo "== run $run of $runs: $kind"
  run_once "$kind" "${of[@]}" || status=1
done
exit $status
