#!/usr/bin/env bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Runs the tests of `./build.sh test` while four compilers keep the processors busy, and something writes to the disk.  So a
# test that depends on the moment fails.  The last of several runs begins a second before midnight, UTC.  Each run adds a
# line to tests/flaky_log: the commit, the day, what kind of run it was, how many tests ran and failed, the seconds, and the
# names of those that failed.
#
# ./build.sh test must have built the tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tests/daily_tests.sh

usage() {
  cat <<'USAGE'
usage: tests/flaky.sh [--runs N] [--preset daily|asan] [--midnight] [--tests REGEX]

  --runs N        default 1; of several, the last one begins a second before midnight
  --preset NAME   only this build; by default, the optimised one, and the one with sanitizers
  --midnight      all runs begin a second before midnight
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

# Sets the clock of all that is started with it, but for programs that ask the kernel in their own way, as those in Go do.
faketime=/usr/lib/$(uname -m)-linux-gnu/faketime/libfaketime.so.1

need_faketime() {
  [ -e "$faketime" ] || tests/package/install_quietly.sh libfaketime
}

scratch=$(mktemp -d)
loads=()

compile_again_and_again() {
  while :; do
    g++ -std=c++20 -O2 -I build/daily/include -c -o "$scratch/$1.o" archive/check/check_data.cc
  done
}

write_again_and_again() {
  while :; do
    dd if=/dev/zero of="$scratch/file" bs=1M count=64 conv=fsync
  done
}

# Each in a process group of its own, which ends as a whole.
begin_load() {
  local number
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

# The tests of a preset.  The clock that jumps is no monotonic one, and the times of files are those of the same clock.
run_tests_of() {  # run_tests_of PRESET KIND
  local options=()
  [ -z "$tests" ] || options=(--tests-regex "$tests")
  if [ "$2" = midnight ]; then
    options+=(--schedule-random)
    FAKETIME="+$((86399 - $(date +%s) % 86400))s" FAKETIME_DONT_FAKE_MONOTONIC=1 LD_PRELOAD=$faketime \
      test_preset "$1" "${options[@]}"
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

# A sanitizer has functions of its own for those of the preloaded library: at midnight, only the optimised build runs.
run_once() {  # run_once KIND
  local preset start status=0
  for preset in "${presets[@]}"; do
    [ "$1 $preset" != 'midnight asan' ] || continue
    [ -e "build/$preset/build.ninja" ] || { echo "flaky.sh: build/$preset is not built: ./build.sh test" >&2; return 2; }
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
  kind=busy
  if [ -n "$always_midnight" ] || { [ "$runs" -gt 1 ] && [ "$run" -eq "$runs" ]; }; then
    kind=midnight
    need_faketime
  fi
  echo "== run $run of $runs: $kind"
  run_once "$kind" || status=1
done
exit $status
