#!/usr/bin/env bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Installs a build somewhere, and builds and runs main.cc with what is there: once as a user of CMake,
# once as a user of pkg-config.
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

cmake -S "$source" -B "$work/cmake" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
cmake --build "$work/cmake"
check "$work/cmake/example"

PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name fdr-replay.pc)")
export PKG_CONFIG_PATH
read -ra flags < <(pkg-config --static --cflags --libs fdr-replay)
"$cxx" -std=c++20 -Wall -Wextra -Werror -o "$work/example" "$source/main.cc" "${flags[@]}"
check "$work/example"
