#!/usr/bin/env bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# usage: fuzz.sh decoders | files
#
# Runs the fuzz targets of decoders that are built in build/fuzz, or those of whole files, as many at a time as there are
# processors.  Each decoder runs its share of ten million executions.  Logs, inputs that crashed, and inputs for the next
# run stay in build/fuzz.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# Targets that open whole files, or talk with a host, do a thousand executions a second, so they run for a fixed time.  The
# decoders are a hundred times as fast, and do the ten million without them.
is_slow() {  # is_slow NAME
  [[ " archive compressed conversation folio replay unit_names " == *" $1 "* ]]
}

run_target() {  # run_target PROGRAM RUNS
  local target name
  target=$(basename "$1")
  name=${target%_fuzz}
  local corpus=("build/fuzz/corpus/$name" "testdata/corpus/$name")
  [ -d "testdata/regressions/$name" ] && corpus+=("testdata/regressions/$name")
  mkdir -p "${corpus[0]}"
  # An input has 4 KiB, so no piece of 16 MiB is justified.  Only decompression may need a larger dictionary.
  local limit=16 seconds=900
  [ "$name" = compressed ] && limit=300
  is_slow "$name" && seconds=300
  if "$1" -runs="$2" -max_total_time="$seconds" -max_len=4096 -timeout=10 -malloc_limit_mb="$limit" -print_final_stats=1 \
    -artifact_prefix="build/fuzz/crashes/$name-" "${corpus[@]}" >"build/fuzz/logs/$target" 2>&1; then
    sed -n "s/^Done \([0-9]*\) runs in \([0-9]*\) second.*/$target: \1 executions in \2 s/p" "build/fuzz/logs/$target"
  else
    echo "$target FAILED: build/fuzz/logs/$target" >&2
    return 1
  fi
}

if [ $# -eq 2 ]; then  # called from below
  run_target "$1" "$2"
  exit
fi

kind=${1:-}
case "$kind" in
  decoders) total=10000000 ;;
  files) total=1 ;;
  *)
    echo "usage: fuzz.sh decoders | files" >&2
    exit 2
    ;;
esac
targets=()
for target in build/fuzz/tests/fuzz/*_fuzz; do
  if is_slow "$(basename "$target" _fuzz)"; then
    [ "$kind" = decoders ] || targets+=("$target")
  else
    [ "$kind" = files ] || targets+=("$target")
  fi
done
# For files, the time is the limit.
share=$(((10000000 + ${#targets[@]} - 1) / ${#targets[@]}))
rm -rf build/fuzz/logs build/fuzz/crashes
mkdir -p build/fuzz/logs build/fuzz/crashes
failed=0
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I{} tests/fuzz/fuzz.sh {} "$share" || failed=1

executed=$(cat build/fuzz/logs/* | awk '/^stat::number_of_executed_units:/ { sum += $2 } END { print sum + 0 }')
echo "fuzz: $executed executions of ${#targets[@]} targets"
[ $failed -eq 0 ] || { echo "fuzz: what crashed is in build/fuzz/crashes, how in build/fuzz/logs" >&2; exit 1; }
[ "$executed" -ge $total ] || { echo "fuzz: that is less than $total" >&2; exit 1; }
