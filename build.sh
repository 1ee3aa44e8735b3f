#!/usr/bin/env bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# The one entry point: sets up a Debian 12 machine, builds, and does what is asked.  See usage below.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

usage() {
  cat <<'END'
usage: ./build.sh COMMAND

  setup     install the Debian packages that the build needs
  build     setup, then build the optimised tree in build/release
  demo      build, then show what fdr does, on a bundled archive
  test      build and run every test: release, then again under the address and
            undefined-behaviour sanitizers (random tests run a seeded part of their counts)
  soak      the random and damage tests at their full counts, and the fuzz targets
  bench     the benchmarks, side by side with PCP
  package   a .deb in build/package
END
}

build_packages=(ca-certificates cmake g++ ninja-build pkg-config ccache
  libarchive-dev libboost-dev libcli11-dev libexpected-dev libfmt-dev libhowardhinnant-date-dev liblzma-dev libzstd-dev
  zlib1g-dev)
# The peer, which the tests compare with, and what they are written in.
test_packages=(pcp pcp-testsuite libpcp3-dev libpcp-import1-dev libgtest-dev libbenchmark-dev
  bzip2 gzip ncompress xz-utils zstd python3 tzdata)
fuzz_packages=(clang libclang-rt-14-dev)

# Installs what is missing of the named packages; needs root only then.
need() {
  local missing=()
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  local sudo=()
  [ "$(id -u)" -eq 0 ] || sudo=(sudo)
  echo "Installing: ${missing[*]}"
  "${sudo[@]}" apt-get update -qq
  "${sudo[@]}" env SYSTEMD_OFFLINE=1 DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

build() {  # build PRESET
  local launcher=()
  command -v ccache >/dev/null && launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  cmake --preset "$1" "${launcher[@]}" >/dev/null
  cmake --build --preset "$1"
}

# Every fuzz target for its share of ten million executions, as many at a time as there are processors.
fuzz() {
  need "${build_packages[@]}" "${test_packages[@]}" "${fuzz_packages[@]}"
  build fuzz
  local targets=(build/fuzz/tests/fuzz/*_fuzz) total=10000000
  local share=$(((total + ${#targets[@]} - 1) / ${#targets[@]}))
  rm -rf build/fuzz/logs build/fuzz/crashes
  mkdir -p build/fuzz/logs build/fuzz/crashes
  local failed=0 executed=0 target
  printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I{} ./build.sh fuzz-target {} "$share" || failed=1
  for target in "${targets[@]}"; do
    target=$(basename "$target")
    executed=$((executed + 10#0$(sed -n 's/^stat::number_of_executed_units: *//p' "build/fuzz/logs/$target")))
  done
  echo "fuzz: $executed executions of ${#targets[@]} targets"
  [ $failed -eq 0 ] || { echo "fuzz: what crashed is in build/fuzz/crashes, how in build/fuzz/logs" >&2; return 1; }
  [ $executed -ge $total ] || { echo "fuzz: that is less than $total" >&2; return 1; }
}

# fuzz_target PROGRAM RUNS: what it finds new is kept for the next time in build/fuzz/corpus.
fuzz_target() {
  local target name
  target=$(basename "$1")
  name=${target%_fuzz}
  local corpus=("build/fuzz/corpus/$name" "testdata/corpus/$name")
  [ -d "testdata/regressions/$name" ] && corpus+=("testdata/regressions/$name")
  mkdir -p "${corpus[0]}"
  # An input has 4 KiB, so 16 MiB in one piece are never justified.
  if "$1" -runs="$2" -max_total_time=900 -max_len=4096 -timeout=10 -malloc_limit_mb=16 -print_final_stats=1 \
    -artifact_prefix="build/fuzz/crashes/$name-" "${corpus[@]}" >"build/fuzz/logs/$target" 2>&1; then
    sed -n "s/^Done \([0-9]*\) runs in \([0-9]*\) second.*/$target: \1 executions in \2 s/p" "build/fuzz/logs/$target"
  else
    echo "$target FAILED: build/fuzz/logs/$target" >&2
    return 1
  fi
}

case "${1:-}" in
  setup)
    need "${build_packages[@]}"
    ;;
  build)
    need "${build_packages[@]}" "${test_packages[@]}"
    build release
    ;;
  test)
    need "${build_packages[@]}" "${test_packages[@]}"
    build release
    ctest --preset release
    build asan
    ctest --preset asan
    ;;
  soak)
    fuzz
    build release
    FDR_SOAK=1 ctest --preset release
    build asan
    FDR_SOAK=1 ctest --preset asan
    ;;
  fuzz-target) # of `soak`, which runs several at a time
    fuzz_target "$2" "$3"
    ;;
  -h | --help | help)
    usage
    ;;
  *)
    usage >&2
    exit 2
    ;;
esac
