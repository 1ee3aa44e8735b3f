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
# Only one at a time: each puts back what it found.
exec 9>/run/fdr-install-quietly.lock
flock 9
work=$(mktemp -d)

# The links by which services start with the machine: those of systemd, and those of init scripts.
started_at_boot() {
  find /etc/systemd -type l '(' -path '*.wants/*' -o -path '*.requires/*' ')' || true
  find /etc/rc?.d -name 'S*' || true
} 2>/dev/null

disable_new() {
  local link script
  comm -13 "$work/before" <(started_at_boot | sort) >"$work/new"
  while read -r link; do
    if [[ $link == /etc/systemd/* ]]; then
      rm -f "$link"
    else
      script=${link##*/S[0-9][0-9]}
      update-rc.d "$script" disable >/dev/null || true
    fi
  done <"$work/new"
}

exists() { [ -e "$1" ] || [ -L "$1" ]; }  # a link to nothing, too

# shellcheck disable=SC2317  # called by the trap
finish() {
  [ ! -e "$work/before" ] || disable_new
  rm -f "$policy"
  ! exists "$work/policy" || cp --archive "$work/policy" "$policy"
  [ -e "$work/done" ] || [ ! -e "$work/log" ] || cat "$work/log" >&2
  rm -rf "$work"
}
! exists $policy || cp --archive $policy "$work/policy"
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

apt-get update --quiet=2
# Without an answer, apt-get says how much it would do, and ends with 1.
{ apt-get install --no-install-recommends --assume-no "$@" 2>&1 || true; } | sed -nE "
  s/^.* ([0-9]+) newly installed, .*/Installing $*, and what they need: \1 packages./p
  s/^(Need to get|After this operation,) .*/&/p"

started_at_boot | sort >"$work/before"
# Debian asks this program whether services may start.
rm -f $policy
printf '#!/bin/sh\nexit 101\n' >$policy
chmod 755 $policy
# Nobody is there to answer a question.
apt-get install --no-install-recommends --quiet=2 --assume-yes -o Dpkg::Options::=--force-confold \
  "$@" >"$work/log" 2>&1 </dev/null
touch "$work/done"
