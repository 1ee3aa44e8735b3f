#!/usr/bin/env bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# What ./build.sh demo shows: fdr, on a small archive from testdata.
#
# usage: demo.sh FDR
set -euo pipefail
PATH=$(realpath "$(dirname "$1")"):$PATH
cd "$(dirname "${BASH_SOURCE[0]}")/../testdata/peer"

show() {  # show EXPLANATION COMMAND...
  printf '\n# %s\n$ %s\n' "$1" "${*:2}"
  "${@:2}"
}

show "What is this archive?  PCP's logger recorded it." fdr info --exact v3-pmlogger
show "Which metrics?" fdr names v3-pmlogger
show "What were the load averages, latest first?" fdr replay -r v3-pmlogger kernel.all.load
show "As a chart, interpolated?" fdr replay --plot --height 15 -t 100ms v3-pmlogger kernel.all.load
show "Is it sound?" fdr check v3-pmlogger
cat <<'END'

# Now try it on archives of your own:
$ build/release/tools/fdr info /var/log/pcp/pmlogger/$(hostname)
$ build/release/tools/fdr --help
END
