#!/usr/bin/env bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Installs a build in a temporary directory.  Builds and runs main.cc and programs of the C API with the installed
# files, with CMake and with pkg-config.
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
# The installed files must not depend on the directory in which they were installed.
mv "$work/first" "$work/prefix"

mapfile -t headers < <(cd "$work/prefix/include" && find fdr -name '*.h' -not -path '*/pcp/*' | sort)
{
  printf '#include <%s>\n' "${headers[@]}"
  echo 'int main() {}'
} >"$work/headers.cc"
echo "${#headers[@]} headers are installed"
# Eighty, and two for agents.
if [ ${#headers[@]} -le 60 ] || [ ${#headers[@]} -gt 83 ]; then
  echo "expected: 83 at most"
  exit 1
fi

cmake -S "$source" -B "$work/cmake" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$work/prefix" \
  -DHEADERS_SOURCE="$work/headers.cc" >/dev/null
cmake --build "$work/cmake"
check "$work/cmake/example"

PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name fdr-replay.pc)")
export PKG_CONFIG_PATH
read -ra flags < <(pkg-config --static --cflags --libs fdr-replay)
"$cxx" -std=c++20 -Wall -Wextra -Werror -o "$work/example" "$source/main.cc" "${flags[@]}"
check "$work/example"

# The program asks a live host.  Here, the host does not exist.
check_live() {  # check_live PROGRAM
  local output
  output=$("$1" pmcd.version unix:/nowhere)
  echo "$1: $output"
  [ "$output" = "unix:/nowhere: No such file or directory" ] || exit 1
}
check_live "$work/cmake/live"
read -ra flags < <(pkg-config --static --cflags --libs fdr-live)
"$cxx" -std=c++20 -Wall -Wextra -Werror -o "$work/live" "$source/../../docs/guide/examples/live.cc" "${flags[@]}"
check_live "$work/live"

# The program reads the metrics of this machine, here from files of a test.
check_machine() {  # check_machine PROGRAM
  local output
  output=$("$1" disk.dev.total "$source/../../testdata/local/two-nodes" | head -1)
  echo "$1: $output"
  [ "$output" = "sda: 300" ] || exit 1
}
check_machine "$work/cmake/machine"
read -ra flags < <(pkg-config --static --cflags --libs fdr-local)
"$cxx" -std=c++20 -Wall -Wextra -Werror -o "$work/machine" "$source/../../docs/guide/examples/machine.cc" "${flags[@]}"
check_machine "$work/machine"

# The agent greets its collector, and ends with it.
check_agent() {  # check_agent PROGRAM
  local size
  size=$("$1" /dev/null </dev/null | wc -c)
  echo "$1: a greeting of $size bytes"
  [ "$size" = 20 ] || exit 1
}
check_agent "$work/cmake/spool"
read -ra flags < <(pkg-config --static --cflags --libs fdr-agent)
"$cxx" -std=c++20 -Wall -Wextra -Werror -o "$work/spool" "$source/../../docs/guide/examples/spool.cc" "${flags[@]}"
check_agent "$work/spool"

# Programs of the C API must print the same with our library as with PCP's library.  They are built exactly as the guide
# says, and need only the library.
read -ra flags < <(pkg-config --cflags --libs fdr-pmapi)
LD_LIBRARY_PATH=$(pkg-config --variable=libdir fdr-pmapi)
export LD_LIBRARY_PATH TZ=UTC PCP_DERIVED_CONFIG=
check_as_pcp() {  # check_as_pcp PROGRAM SOURCE ARGUMENT...
  local program=$1 code=$2
  shift 2
  cc -Wall -Wextra -Werror -o "$work/ours" "$code" "${flags[@]}"
  cc -o "$work/peers" "$code" -lpcp
  "${program:-$work/ours}" "$@" >"$work/ours.out"
  "$work/peers" "$@" >"$work/peers.out"
  [ "$(wc -l <"$work/peers.out")" -gt 3 ] || { echo "$code: nothing to compare"; exit 1; }
  diff "$work/peers.out" "$work/ours.out" || { echo "$code: not as with PCP"; exit 1; }
  echo "$(basename "$code"): $(wc -l <"$work/peers.out") lines as with PCP"
}
values=$source/../../docs/guide/examples/values.c
check_as_pcp '' "$values" "$archive" kernel.percpu.cpu.user
check_as_pcp "$work/cmake/values" "$values" "$archive" kernel.percpu.cpu.user
check_as_pcp '' "$source/rates.c" "$archive" kernel.percpu.cpu.user
check_as_pcp '' "$source/event_records.c" "$(dirname "$archive")/../golden/v3-events" toy.event

# A program that traces needs only its library.
read -ra flags < <(pkg-config --cflags --libs fdr-trace)
cc -Wall -Wextra -Werror -D_GNU_SOURCE -o "$work/traces" "$source/../trace/trace_driver.c" "${flags[@]}" -lpthread
traced=$("$work/traces" s16 pdone 2>&1 | tail -1)
echo "traces: $traced"
[ "$traced" = "pmtracepoint(done) 0" ] || exit 1
