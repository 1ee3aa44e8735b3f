#!/usr/bin/env bash
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Installs Debian packages, and says first what that takes.  Their services do not start: neither now, nor when the
# machine starts.  Needs root.
#
# usage: install_quietly.sh PACKAGE...
set -euo pipefail
export LC_ALL=C DEBIAN_FRONTEND=noninteractive SYSTEMD_OFFLINE=1
policy=/usr/sbin/policy-rc.d
work=$(mktemp -d)

# Debian asks this program whether services may start.
[ ! -e $policy ] || cp --preserve $policy "$work/policy"
# shellcheck disable=SC2317  # called by the trap
finish() {
  rm -f "$policy"
  [ ! -e "$work/policy" ] || cp --preserve "$work/policy" "$policy"
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# The links by which services start with the machine: those of systemd, and those of init scripts.
started_at_boot() {
  find /etc/systemd -type l '(' -path '*.wants/*' -o -path '*.requires/*' ')'
  find /etc/rc?.d -name 'S*'
} 2>/dev/null

disable_new() {
  local link script
  comm -13 "$work/before" <(started_at_boot | sort) >"$work/new"
  while read -r link; do
    if [[ $link == /etc/systemd/* ]]; then
      rm -f "$link"
    else
      script=${link##*/S[0-9][0-9]}
      update-rc.d "$script" disable >/dev/null
    fi
  done <"$work/new"
}

apt-get update --quiet=2
# Without an answer, apt-get says how much it would do, and ends with 1.
{ apt-get install --no-install-recommends --assume-no "$@" 2>&1 || true; } | sed -nE "
  s/^.* ([0-9]+) newly installed, .*/Installing $*, and what they need: \1 packages./p
  s/^(Need to get|After this operation,) .*/&/p"

started_at_boot | sort >"$work/before"
printf '#!/bin/sh\nexit 101\n' >$policy
chmod 755 $policy
status=0
apt-get install --no-install-recommends --quiet=2 --assume-yes "$@" >"$work/log" 2>&1 || status=$?
[ $status -eq 0 ] || cat "$work/log" >&2
disable_new
exit $status
