# shellcheck shell=bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Which tests `./build.sh test` runs of a build, and how.  build.sh and tests/flaky.sh read this file in the directory of
# the project.

# The commit where the working tree left the trunk.
left_trunk_at() {
  local head trunk
  head=$(git rev-parse --verify HEAD)
  trunk=$(git rev-parse --verify origin/HEAD || git rev-parse --verify origin/main || echo "$head")
  git merge-base "$head" "$trunk"
}

# Whether the named files are those of the commit where the working tree left the trunk; on the trunk, those of the trunk
# of a day before, so one run a day misses nothing.  False if there is no such commit (in a shallow clone, or without git).
unchanged() {  # unchanged PATHSPEC...
  local head base
  {
    head=$(git rev-parse --verify HEAD)
    base=$(left_trunk_at)
    [ "$base" != "$head" ] || base=$(git rev-list -1 --before="$(($(git log -1 --format=%ct) - 86400))" "$head")
    [ -n "$base" ] && git diff --quiet "$base" -- "$@"
  } 2>/dev/null
}

# What can break an installation: CMake files, headers, other installed files, the tests of installations.
packaging_unchanged() {
  unchanged '*CMakeLists.txt' 'archive/*.h' 'logger/*.h' 'replay/*.h' cmake docs/man docs/guide/examples \
    tools/command_line tools/completions tools/systemd \
    ':!tests' &&
    unchanged CMakePresets.json build.sh tests/daily_tests.sh tests/CMakeLists.txt tests/install tests/package
}

# What can break a test with threads: its files, those of the libraries that it links, and what says how to build them.
threads_unchanged() {
  local folders
  mapfile -t folders <build/daily/folders_with_threads
  folders=("${folders[@]/#/:(glob)}")
  unchanged CMakePresets.json '*CMakeLists.txt' cmake "${folders[@]/%//*}"
}

# How ctest runs the tests of a preset: more at a time than processors, since some tests sleep most of their time.
run_ctest() {  # run_ctest PRESET [OPTION...]
  ctest --preset "$1" --parallel $(($(nproc) + 2)) --output-junit tests.xml "${@:2}"
}

test_preset() {  # test_preset PRESET
  local left_out=soak
  if packaging_unchanged; then
    echo "No tests of the installation: nothing changed that can break it."
    left_out='soak|packaging'
  fi
  run_ctest "$1" --label-exclude "$left_out" "${@:2}"
}

# How many tests of the last run of a preset passed.
counts() {  # counts PRESET
  awk -F '"' '/^\ttests=/ { n = $2 } /^\tfailures=/ { print n - $2 " passed, " $2 " failed"; exit }' "build/$1/tests.xml" ||
    echo "no result"
}
