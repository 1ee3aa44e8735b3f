#!/usr/bin/env bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Checks the layout of all sources, and analyses them, as many at a time as there are processors.  The build directory is
# one of the preset `lint`.
#
# usage: lint.sh BUILD_DIRECTORY [FILE...]   (only these C++ files)
set -uo pipefail
build=$(realpath "$1")
shift
files=("$@") some=${1-}
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
[ $# -gt 0 ] || mapfile -t files < <(git ls-files '*.cc' '*.c' '*.h')
failed=()

echo "== shellcheck"
git ls-files '*.sh' .ci/run '*.bash' | xargs shellcheck || failed+=(shellcheck)

echo "== signals"
# A process number that was not checked may be -1, which means every process of the machine.  The two files look first,
# or send no signal.
{
  ! git grep -nE '(^|[^A-Za-z_])(kill|killpg)\([^2]' -- '*.cc' '*.c' '*.h' ':!tests/support/send_signal.h' \
    ':!replay/sources/agents/internal/agent_process.cc' ':!replay/pcp/libpcp/agent_functions.cc' &&
    ! git grep -nE 'os\.killpg|os\.kill\((-|0)|pkill|killall' -- '*.py' '*.sh' ':!tests/lint.sh'
} || failed+=(signals)

echo "== clang-format"
clang-format --dry-run -Werror "${files[@]}" || failed+=(clang-format)

mapfile -t ours < <(printf "%s\n" "${files[@]}" | grep -e "\.cc$" | grep -v ^tests/)
echo "== cppcheck"
# Not for tests, whose macros it cannot read.  It confuses the truth of a Result with its value, and takes a view that
# is passed on for one of something that ends.  Coroutines need their parameters by value; clang-tidy knows them.  Some
# files have macros and constants that it cannot read.
cppcheck -j "$(nproc)" --quiet --error-exitcode=1 --std=c++20 --language=c++ --inline-suppr -I "$build/include" \
  --enable=warning,performance,portability --suppress=identicalConditionAfterEarlyExit \
  --suppress=passedByValue --suppress=returnDanglingLifetime --suppress=danglingTemporaryLifetime \
  --suppress=danglingTempReference \
  --suppress=accessMoved:tools/command_line/summary_verb.cc --suppress=unknownMacro:replay/pcp/libpcp/program_objects.cc \
  --suppress=syntaxError:replay/sources/local/tables/table_vmstat.cc \
  "${ours[@]}" || failed+=(cppcheck)

echo "== using"
# As misc-unused-using-decls and misc-unused-alias-decls, which do not look into the parts of a unity build.
python3 - "${files[@]}" <<'PYTHON' || failed+=(using)
import re
import sys

unused = []
for file in sys.argv[1:]:
    with open(file, encoding="utf-8") as source:
        text = source.read()
    for names in re.findall(r"^using (?:\w+::)+(\w+);|^namespace (\w+) =", text, re.MULTILINE):
        name = "".join(names)
        if file.endswith(".cc") and len(re.findall(rf"\b{name}\b", text)) == 1:
            unused.append(f"{file}: {name} is not used")
print(*unused, sep="\n", end="\n" if unused else "")
sys.exit(bool(unused))
PYTHON

echo "== clang-tidy"
cmake --build "$build" --target fdr_page >/dev/null || failed+=(fdr_page)
# Analyses the units of the unity build, each of which parses its headers once for up to twenty sources.  C sources are
# programs for the API of PCP, with its names.
mapfile -t units < <(grep -o '"file": "[^"]*' "$build/compile_commands.json" | cut -d '"' -f 4 |
  grep -v -e _verify_interface_header_sets/ -e '\.c$')
# Only the units that contain the files, if some were named.
if [ -n "$some" ]; then
  mapfile -t units < <(for unit in "${units[@]}"; do
    { echo "$unit"; cat "$unit"; } | grep -qF "${files[@]/#/-e/}" && echo "$unit"
  done)
fi

analyse() {  # analyse UNIT
  local findings status=0 config=()
  [[ $1 == "$build"/tests/* || $1 == "$PWD"/tests/* ]] && config=(--config-file=tests/.clang-tidy)
  findings=$(clang-tidy --quiet "${config[@]}" -p "$build" "$1" 2>&1) || status=1
  printf '%s\nanalysed %s\n' "$findings" "${1#"$build"/}"
  return $status
}
export -f analyse
export build
# Many units contain the same headers, so many have the same findings.
printf '%s\0' "${units[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c "analyse \"\$0\"" |
  awk -v units=${#units[@]} '
    BEGIN { is_shown = 1 }
    /^analysed / { printf "[%d/%d] %s\n", ++n, units, $2; fflush(); is_shown = 1; next }
    /warnings? (generated|treated as errors?)\.?$/ || /^$/ { next }
    /: (error|warning): / { is_shown = !seen[$0]++ }
    is_shown' || failed+=(clang-tidy)

[ ${#failed[@]} -eq 0 ] || { echo "lint: ${failed[*]} found something" >&2; exit 1; }
