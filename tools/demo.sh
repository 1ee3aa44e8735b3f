#!/usr/bin/env bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# What ./build.sh demo shows: this machine is recorded, while it is kept busy for a moment, and then
# what happened is looked at.
#
# usage: demo.sh FDR
set -euo pipefail
fdr=$(realpath "$1")
PATH=$(dirname "$fdr"):$PATH
directory=$(mktemp -d "${TMPDIR:-/tmp}/fdr-demo.XXXXXX")
cd "$directory"
load=()
finish() {
  [ ${#load[@]} -eq 0 ] || kill "${load[@]}" 2>/dev/null || true
}
trap finish EXIT

show() {  # show EXPLANATION COMMAND...
  printf '\n# %s\n$ %s\n' "$1" "${*:2}"
  "${@:2}"
}

# Nothing for two seconds, a busy processor and disk for three, and nothing again.
keep_busy() {
  sleep 2
  timeout 3 sh -c 'while :; do :; done' || true
} 2>/dev/null
write_much() {
  sleep 3
  dd if=/dev/zero of=filler bs=1M count=200 conv=fsync
  rm -f filler
} 2>/dev/null

keep_busy &
load+=($!)
write_much &
load+=($!)
show "Record this machine for eight seconds: no daemon, no configuration." fdr record -t 100ms -T 8s today
wait
load=()
show "What is in there?" fdr info today
show "Is it sound?  PCP's own tools read it as well." fdr check -w today
show "What happened, the end first, each second?" \
  fdr replay -r -t 1s -A 1s today kernel.all.cpu.user kernel.all.cpu.idle disk.all.write_bytes mem.util.dirty
show "And as a chart?" fdr replay --plot --height 15 -t 250ms -A 1s today kernel.all.cpu.user kernel.all.cpu.idle
cat <<END

# Your turn.  The recording is in $directory.
$ PATH=$(dirname "$fdr"):\$PATH; cd $directory
$ fdr diff today                                    # what was different, and which process did it
$ fdr view today                                    # all of it on this terminal; space plays, q ends
$ fdr view --web today                              # the same in a browser
$ fdr names today 'disk.*'                          # what else there is
$ fdr record -t 1s -v 3600 /var/tmp/%Y%m%d.%H.%M    # go on recording, until Ctrl-C
$ fdr record -h HOST -c FILE OUT                    # a host that runs PCP's collector, as pmlogger does
$ fdr --help
END
