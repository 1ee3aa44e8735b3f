#!/usr/bin/env bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Installs a build somewhere, and builds and runs main.cc, and the guide's values.c, with what is there: once as a
# user of CMake, once as a user of pkg-config.
#
# usage: install_test.sh BUILD_DIRECTORY CXX_COMPILER ARCHIVE EXPECTED_OUTPUT
set -euo pipefail
build=$1 cxx=$2 archive=$3 expected=$4
source=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

check() {  # check PROGRAM
  local output
  output=$("$1" "$archive")
  echo "$1: $output"
  [ "$output" = "$expected" ] || { echo "expected: $expected"; exit 1; }
}

cmake --install "$build" --prefix "$work/first" >/dev/null
# What is installed must not depend on where it was installed to.
mv "$work/first" "$work/prefix"

# A program of the C API: what it prints, it prints when it is linked with PCP's library.
check_values() {  # check_values PROGRAM
  diff <(TZ=UTC PCP_DERIVED_CONFIG='' "$work/values.peer" "$archive" "$metric") <(TZ=UTC "$1" "$archive" "$metric") ||
    { echo "$1: not as PCP"; exit 1; }
}
values=$source/../../docs/guide/examples/values.c
metric=kernel.percpu.cpu.user
cc -std=gnu11 -o "$work/values.peer" "$values" -lpcp
[ "$(TZ=UTC PCP_DERIVED_CONFIG='' "$work/values.peer" "$archive" "$metric" | wc -l)" -gt 0 ] || { echo "no values of $metric"; exit 1; }

cmake -S "$source" -B "$work/cmake" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
cmake --build "$work/cmake"
check "$work/cmake/example"
check_values "$work/cmake/values"

PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name fdr-replay.pc)")
export PKG_CONFIG_PATH
read -ra flags < <(pkg-config --static --cflags --libs fdr-replay)
"$cxx" -std=c++20 -Wall -Wextra -Werror -o "$work/example" "$source/main.cc" "${flags[@]}"
check "$work/example"

# Exactly as the guide says, and a program needs nothing but the library.
read -ra flags < <(pkg-config --cflags --libs fdr-pmapi)
cc -Wall -Wextra -Werror -o "$work/values" "$values" "${flags[@]}"
LD_LIBRARY_PATH=$(pkg-config --variable=libdir fdr-pmapi) check_values "$work/values"
