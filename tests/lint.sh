#!/usr/bin/env bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Checks the layout of all sources, and analyses them, as many at a time as there are processors.
#
# usage: lint.sh BUILD_DIRECTORY [FILE...]   (only these C++ files)
set -uo pipefail
build=$(realpath "$1")
shift
files=("$@")
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
[ $# -gt 0 ] || mapfile -t files < <(git ls-files '*.cc' '*.c' '*.h')
failed=()

echo "== shellcheck"
git ls-files '*.sh' .ci/run '*.bash' | xargs shellcheck || failed+=(shellcheck)

echo "== signals"
# A process number that was not checked may be -1, which means every process of the machine.
! git grep -nE '(^|[^A-Za-z_])(kill|killpg)\([^2]|os\.kill|pkill|killall' -- '*.cc' '*.c' '*.h' '*.py' '*.sh' ':!tests/lint.sh' \
  ':!tests/support/send_signal.h' || failed+=(signals)

echo "== clang-format"
clang-format --dry-run -Werror "${files[@]}" || failed+=(clang-format)

mapfile -t units < <(printf "%s\n" "${files[@]}" | grep -e "\.cc$")
mapfile -t ours < <(printf "%s\n" "${units[@]}" | grep -v ^tests/)
echo "== cppcheck"
# Not for tests, whose macros it cannot read.  It confuses the truth of a Result with its value, and takes a view that
# is passed on for one of something that ends.
cppcheck -j "$(nproc)" --quiet --error-exitcode=1 --std=c++20 --language=c++ --inline-suppr -I "$build/include" \
  --enable=warning,performance,portability --suppress=identicalConditionAfterEarlyExit \
  --suppress=returnDanglingLifetime --suppress=danglingTemporaryLifetime \
  "${ours[@]}" || failed+=(cppcheck)

echo "== clang-tidy"
printf '%s\0' "${units[@]}" | xargs -0 -n 4 -P "$(nproc)" clang-tidy --quiet -p "$build" 2>/dev/null || failed+=(clang-tidy)

[ ${#failed[@]} -eq 0 ] || { echo "lint: ${failed[*]} found something" >&2; exit 1; }
