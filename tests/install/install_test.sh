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

# A program links one C++ library, and what is in C is shared.  Each library has a file for pkg-config, by which a header of
# its own is found: so no library is installed that no program can use.
declare -A header_of=([libfdr_cxx]=fdr/archive/archive.h [libfdr_mmv]=pcp/mmv_stats.h [libfdr_pmapi]=pcp/pmapi.h
  [libfdr_pmda]=pcp/pmda.h [libfdr_trace]=pcp/trace.h)
mapfile -t libraries < <(find "$work/prefix/lib" -name 'lib*.a' -o -name 'lib*.so' | sort)
has_header() {  # has_header LIBRARY
  local name pc flag
  name=$(basename "${1%.*}")
  for pc in "$(dirname "$(find "$work/prefix" -name fdr.pc)")"/*.pc; do
    grep -q -- "-l${name#lib}\b" "$pc" || continue
    for flag in $(pkg-config --cflags-only-I "$pc"); do
      [ -f "${flag#-I}/${header_of[$name]-none}" ] && return
    done
  done
  return 1
}
for library in "${libraries[@]}"; do
  has_header "$library" || { echo "$library: no installed header leads to it"; exit 1; }
done
names=$(printf '%s\n' "${libraries[@]##*/}" | sort | xargs)
echo "libraries: $names"
# The name libfdr.so.1 is taken already: docs/stability.md.
[ "$names" = "libfdr_cxx.a libfdr_mmv.so libfdr_pmapi.so libfdr_pmda.so libfdr_trace.so" ] || exit 1
for program in pmlogextract pmlogredact pmlogreduce pmlogrewrite; do
  [[ $("$work/prefix/lib/fdr/pcp-bin/$program" 2>&1) == *"Usage: $program "* ]] && continue
  echo "$program is not fdr's"
  exit 1
done
for folder in replay/serve tools; do
  [ ! -e "$work/prefix/include/fdr/$folder" ] || { echo "$folder: has installed headers"; exit 1; }
done

mapfile -t headers < <(cd "$work/prefix/include" && find fdr -name '*.h' -not -path '*/pcp/*' | sort)
{
  printf '#include <%s>\n' "${headers[@]}"
  echo 'int main() {}'
} >"$work/headers.cc"
echo "${#headers[@]} headers are installed"
# 81, two for agents, four for statistics, five to search with conditions, and two that these include; the answer of a
# fetch, the rule of a counter and its growth, and the domains that identifiers reserve.
if [ ${#headers[@]} -le 60 ] || [ ${#headers[@]} -gt 98 ]; then
  echo "expected: 98 at most"
  exit 1
fi

cmake -S "$source" -B "$work/cmake" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$work/prefix" \
  -DHEADERS_SOURCE="$work/headers.cc" >/dev/null
cmake --build "$work/cmake"
check "$work/cmake/example"

PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name fdr.pc)")
export PKG_CONFIG_PATH
read -ra flags < <(pkg-config --cflags --libs fdr)
# The library has all that its parts need, also those that no program below uses.
"$cxx" -o "$work/whole" -x c++ - -x none -Wl,--whole-archive "${flags[@]}" -Wl,--no-whole-archive <<<'int main() {}'
examples=$source/../../docs/guide/examples
build() {  # build NAME SOURCE
  "$cxx" -std=c++20 -Wall -Wextra -Werror -o "$work/$1" "$2" "${flags[@]}"
}
build example "$source/main.cc"
check "$work/example"

# The program asks a live host.  Here, the host does not exist.
output=$("$work/cmake/live" pmcd.version unix:/nowhere)
echo "live: $output"
[ "$output" = "unix:/nowhere: No such file or directory" ] || exit 1

# The program reads the metrics of this machine, here from files of a test.
output=$("$work/cmake/machine" disk.dev.total "$source/../../testdata/local/two-nodes" | head -1)
echo "machine: $output"
[ "$output" = "sda: 300" ] || exit 1

# The agent greets its collector, and ends with it.
check_agent() {  # check_agent PROGRAM
  local size
  size=$("$1" /dev/null </dev/null | wc -c)
  echo "$1: a greeting of $size bytes"
  [ "$size" = 20 ] || exit 1
}
check_agent "$work/cmake/spool"
build spool "$examples/spool.cc"
check_agent "$work/spool"

# The short programs.  guide_test compares all that they print.
build means "$examples/means.cc"
build five "$examples/five.cc"
for means in "$work/cmake/means" "$work/means"; do
  output=$("$means" "$archive" kernel.all.load | xargs)
  echo "$means: $output"
  [ "$output" = "1 minute: 8.109 5 minute: 10.079 15 minute: 8.008" ] || exit 1
done
# With damage on the way, here in the number of sets of a record, the program goes on behind it, and does not succeed.
for file in "$archive".*; do cp "$file" "$work/damaged.${file##*.}"; done
printf '\xff\xff\xff\xff' | dd of="$work/damaged.0" bs=1 seek=1480 conv=notrunc status=none
status=0
"$work/means" "$work/damaged" kernel.all.load >"$work/damaged.means" 2>"$work/damage" || status=$?
output=$(wc -l <"$work/damaged.means")
echo "means: $output instances, $(wc -l <"$work/damage") damage, status $status"
if [ "$output" != 3 ] || [ "$(grep -c damaged.0 "$work/damage")" != 1 ] || [ $status != 1 ]; then exit 1; fi
"$work/cmake/rates" "$archive" kernel.percpu.cpu.user 1 | grep -qx '+1.996 s \[0\] 668.0/s' || exit 1
"$work/five" "$work/recorded" kernel.all.load
# Without arguments, or with a step that never ends, each says what it needs.
usage() {  # usage PROGRAM [ARGUMENT...]
  local status=0
  "$@" 2>"$work/usage" || status=$?
  echo "$(basename "$1"): status $status, $(head -1 "$work/usage")"
  if [ $status != 2 ] || ! grep -q "^usage: $(basename "$1") " "$work/usage"; then exit 1; fi
}
usage "$work/means"
usage "$work/five"
usage "$work/five" "$work/none"
usage "$work/cmake/rates"
usage "$work/cmake/rates" "$archive" kernel.percpu.cpu.user 0
output=$(pmdumplog -d "$work/recorded" | grep -c kernel.all.load)
echo "five: recorded $output metric"
[ "$output" = 1 ] || exit 1

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
