#!/usr/bin/env bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Tests the pages of docs/guide.  A block that begins with ```cpp FILE or ```c FILE must be that file without the
# comment at its start.  An indented line with a $ is a command, which is run with the examples and fdr.  The indented lines
# after it must be its output.
#
# usage: guide_test.sh DIRECTORY_OF_THE_EXAMPLES DIRECTORY_OF_FDR [PAGE_LEFT_OUT]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
guide=$root/docs/guide
# PCP's modules are there for the Python of the system.
PATH=$(cd "$1" && pwd):$(cd "$2" && pwd):/usr/bin:$PATH
export TZ=UTC LC_ALL=C.UTF-8 FDR_CONFIG=/dev/null
work=$(mktemp -d)
growing='' collector=''
trap '[ -z "$collector" ] || kill "$collector"; rm -rf "$work"' EXIT
failed=0 files=0 commands=0

# Runs a command until it succeeds, for two minutes at most.  Says whether it did.
wait_for() {
  for _ in {1..2400}; do "$@" && return; sleep 0.05; done
  return 1
}

# Whether a program has read all of the growing archive: it sleeps, some looks in a row.  It gives up after two seconds.
is_at_end() {
  local link
  if [ -z "$reader" ]; then
    link=$(find /proc/[0-9]*/fd -lname "$work/growing.0" -print -quit 2>/dev/null || true)
    reader=${link%/fd/*}
  fi
  for _ in 1 2 3; do
    [[ -n $reader && $(<"$reader/stat") == *') S '* ]] || return 1
    sleep 0.01
  done
}

# Makes an archive that ends in the middle of a record, and lets it grow while a program follows it.
grow() {
  local whole=$root/testdata/peer/v3-pmlogger half=1500
  cp "$whole.meta" growing.meta
  cp "$whole.index" growing.index
  head -c $half "$whole.0" >growing.0
  (
    met=0 reader=''
    wait_for is_at_end || met=1
    tail -c +$((half + 1)) "$whole.0" >>growing.0
    exit $met
  ) &
  growing=$!
}

# A socket is in the file system before it takes connections, which its flags say.
takes_connections() {
  grep -q "00010000 .* $1$" /proc/net/unix
}

# Starts PCP's collector, with a socket in the working directory.
collect() {
  local pcp=/usr/lib/pcp port
  port=$(PYTHONPATH=$root/tests/serve python3 -c 'import ports; print(ports.free_port())')
  echo "pmcd 2 dso pmcd_init /var/lib/pcp/pmdas/pmcd/pmda_pmcd.so" >config
  $pcp/bin/pmnsmerge -f /var/lib/pcp/pmns/root_pmcd names
  PCP_RUN_DIR=$work PCP_TMP_DIR=$work $pcp/bin/pmcd -A -f -H toyhost -n names -c config -l log -x log -i 127.0.0.1 -p "$port" \
    -s "$work/pmcd.socket" -U "$(id -un)" &
  collector=$!
  wait_for takes_connections "$work/pmcd.socket" || cat log
}

cd "$work"
ln -s "$root/testdata" testdata
ln -s "$guide/examples" examples
for page in "$guide"/*.md; do
  [ "$page" != "$guide/${3:-}" ] || continue
  while read -r language file; do
    files=$((files + 1))
    awk -v fence="\`\`\`$language $file" '$0 == "```" { shown = 0 } shown { print } $0 == fence { shown = 1 }' "$page" >shown
    awk '/^#include/ { code = 1 } code { print }' "$guide/$file" >code
    diff shown code || { echo "$page: not what is in $file"; failed=1; }
  done < <(sed -nE 's/^```((c|cpp) .+)/\1/p' "$page")
  while read -r command; do
    commands=$((commands + 1))
    awk -v prompt="    \$ $command" '!/^    / || /^    \$ / { shown = 0 } shown { print substr($0, 5) } $0 == prompt { shown = 1 }' \
      "$page" >shown
    if [[ $command == *growing* ]]; then grow; fi
    if [[ $command == live* ]]; then collect; fi
    bash -c "$command" >output || { echo "$page: $command failed"; failed=1; }
    [ -z "$growing" ] || wait "$growing" || { echo "$page: $command does not wait at the end"; failed=1; }
    growing=
    diff shown output || { echo "$page: not what $command prints"; failed=1; }
  done < <(sed -n 's/^    \$ \(.*\)/\1/p' "$page")
done
echo "$files programs, $commands commands"
[ "$files" -ge 6 ] && [ "$commands" -ge 5 ] && [ "$failed" = 0 ]
